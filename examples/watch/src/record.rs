//! A line of the stream: an object of JSON.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// What a line tells.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Record {
    /// Somebody has tried to log in.
    Login {
        /// When.
        at: Timestamp,
        /// Who.
        user: String,
        /// Whether it was the right password.
        ok: bool,
    },
    /// A sensor has measured something.
    Reading {
        /// When.
        at: Timestamp,
        /// Which sensor.
        sensor: String,
        /// What.
        value: f64,
    },
    /// A job has been given to somebody.
    Asked {
        /// When.
        at: Timestamp,
        /// Which job.
        job: String,
    },
    /// A job is done.
    Answered {
        /// When.
        at: Timestamp,
        /// Which job.
        job: String,
    },
}

impl Record {
    /// When it happened.
    #[must_use]
    pub fn at(&self) -> Timestamp {
        match *self {
            Record::Login { at, .. }
            | Record::Reading { at, .. }
            | Record::Asked { at, .. }
            | Record::Answered { at, .. } => at,
        }
    }
}
