//! Takes records in their time, and tells what is wrong when it begins and when it is over.

use std::collections::BTreeSet;

use jiff::Timestamp;
use rules_runtime::ClockError;
use serde::{Deserialize, Serialize};

use crate::record::Record;
use crate::rules::{Alarm, Answered, Asked, Kind, Login, Reading, Watch};

/// That something is wrong, or is no more.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// When it was found.
    pub at: Timestamp,
    /// What is wrong.
    pub alarm: Kind,
    /// With whom or what.
    pub of: String,
    /// Whether it has begun or is over.
    pub state: State,
    /// The rules and the facts that it came from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub why: Vec<String>,
}

/// Whether an alarm has begun or is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// It has begun.
    Raised,
    /// It is over.
    Over,
}

/// A session with the alarms that stand. It is saved and restored as a whole, and goes on with the same reports.
#[derive(Serialize, Deserialize)]
pub struct Monitor {
    session: Watch,
    standing: BTreeSet<(Kind, String)>,
}

impl Default for Monitor {
    fn default() -> Self {
        Self::new()
    }
}

impl Monitor {
    /// Nothing has happened yet; the clock is before all time.
    #[must_use]
    pub fn new() -> Self {
        Monitor {
            session: Watch::new(),
            standing: BTreeSet::new(),
        }
    }

    /// Where the clock is.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.session.now()
    }

    /// Takes a record. One whose time lies ahead waits for it; one whose time lies behind counts as [late](Self::late).
    pub fn take(&mut self, record: Record) {
        match record {
            Record::Login { at, user, ok } => _ = self.session.insert(Login { at, user, ok }),
            Record::Reading { at, sensor, value } => {
                _ = self.session.insert(Reading { at, sensor, value });
            }
            Record::Asked { at, job } => _ = self.session.insert(Asked { at, job }),
            Record::Answered { at, job } => _ = self.session.insert(Answered { at, job }),
        }
    }

    /// Puts the clock forward, one change after the other, and hands on what is found at each instant.
    ///
    /// # Errors
    ///
    /// Returns an error, and does nothing, if `until` lies behind.
    pub fn advance_to(
        &mut self,
        until: Timestamp,
        mut tell: impl FnMut(Report),
    ) -> Result<(), ClockError> {
        loop {
            self.session.run();
            self.look(&mut tell);
            if !self.session.tick_to(until)? {
                return Ok(());
            }
        }
    }

    /// How many records came late.
    #[must_use]
    pub fn late(&self) -> u64 {
        let session = &self.session;
        session.late::<Login>()
            + session.late::<Reading>()
            + session.late::<Asked>()
            + session.late::<Answered>()
    }

    /// How many events are kept.
    #[must_use]
    pub fn kept(&self) -> usize {
        let session = &self.session;
        session.len::<Login>()
            + session.len::<Reading>()
            + session.len::<Asked>()
            + session.len::<Answered>()
    }

    /// Tells what has changed since it was last looked at.
    fn look(&mut self, tell: &mut impl FnMut(Report)) {
        let at = self.session.now();
        let alarms = self.session.facts::<Alarm>();
        let standing: BTreeSet<_> = alarms.map(|alarm| (alarm.kind, alarm.of.clone())).collect();
        if standing == self.standing {
            return;
        }
        let report = |(alarm, of): &(Kind, String), state, why| Report {
            at,
            alarm: *alarm,
            of: of.clone(),
            state,
            why,
        };
        for over in self.standing.difference(&standing) {
            tell(report(over, State::Over, Vec::new()));
        }
        for raised in standing.difference(&self.standing) {
            tell(report(raised, State::Raised, self.why(raised)));
        }
        self.standing = standing;
    }

    fn why(&self, (kind, of): &(Kind, String)) -> Vec<String> {
        let is_it = |alarm: &Alarm| alarm.kind == *kind && alarm.of == *of;
        let mut handles = self.session.handles::<Alarm>();
        let handle = handles.find(|&handle| self.session.get(handle).is_some_and(is_it));
        let why = handle.map(|handle| self.session.why(handle).to_string());
        why.unwrap_or_default().lines().map(str::to_owned).collect()
    }
}
