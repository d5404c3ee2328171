//! What is wrong in a stream, as rules.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// What an alarm is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Three logins have failed within ten minutes.
    BruteForce,
    /// A sensor has not been heard of for half a minute.
    Silence,
    /// The mean of the last minute is half as large again as that of the last ten.
    RisingMean,
    /// A job has no answer after five minutes.
    NoAnswer,
}

rules_runtime::rules! {
    #[clock(Timestamp)]
    pub ruleset Watch;

    /// Somebody has tried to log in. (It goes after twenty minutes, when no failure can count it any more.)
    #[event(at = at)]
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub fact Login {
        /// When.
        at: Timestamp,
        /// Who.
        user: String,
        /// Whether it was the right password.
        ok: bool,
    }

    /// What a sensor has measured.
    #[event(at = at, expires = 10min)]
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub fact Reading {
        /// When.
        at: Timestamp,
        /// Which sensor.
        sensor: String,
        /// What.
        value: f64,
    }

    /// A job has been given to somebody.
    #[event(at = at, expires = 1h)]
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub fact Asked {
        /// When.
        at: Timestamp,
        /// Which job.
        job: String,
    }

    /// It is done.
    #[event(at = at, expires = 1h)]
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub fact Answered {
        /// When.
        at: Timestamp,
        /// Which job.
        job: String,
    }

    /// A sensor that has been heard of.
    #[unique]
    #[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub fact Sensor {
        /// What it is called.
        name: String,
    }

    /// Something is wrong, as long as this stands.
    #[unique]
    #[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub fact Alarm {
        /// What is wrong.
        kind: Kind,
        /// With whom or what.
        of: String,
    }

    /// From the third failure on, until ten minutes have gone by without another.
    rule brute_force {
        when {
            failure @ Login { user, ok: false } within 10min;
            before = count(Login { user, ok: false } within 10min before failure) if before >= 2;
        }
        then { insert logical Alarm { kind: Kind::BruteForce, of: user.clone() }; }
    }

    rule hear_of {
        when { Reading { sensor }; not Sensor { name: sensor }; }
        then { insert Sensor { name: sensor.clone() }; }
    }

    rule silence {
        when { Sensor { name }; not Reading { sensor: name } within 30s; }
        then { insert logical Alarm { kind: Kind::Silence, of: name.clone() }; }
    }

    rule rising_mean {
        when {
            Sensor { name };
            recent = avg(value for Reading { sensor: name, value } within 1min);
            usual = avg(value for Reading { sensor: name, value } within 10min) if recent > usual * 1.5;
        }
        then { insert logical Alarm { kind: Kind::RisingMean, of: name.clone() }; }
    }

    rule no_answer {
        when { asked @ Asked { job }; not Answered { job } within 5min after asked; }
        then { insert logical Alarm { kind: Kind::NoAnswer, of: job.clone() }; }
    }
}
