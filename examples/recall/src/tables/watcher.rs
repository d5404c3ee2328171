//! A listener that keeps which rules fired, for players to read.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rules_runtime::{ActivationEvent, FactEvent, FactId, Listener};

use crate::table::Firing;

/// What a rule is about, by its name; none if players are not to know that it fired.
pub(crate) type Describe = fn(rule: &str) -> Option<&'static str>;

/// A listener, of which one copy is a session's and the other is read.
#[derive(Clone)]
pub(crate) struct Watcher {
    describe: Describe,
    log: Arc<Mutex<Log>>,
}

#[derive(Default)]
struct Log {
    fired: Vec<Firing>,
    /// The values of the facts, where they are told.
    facts: Option<HashMap<FactId, String>>,
}

impl Watcher {
    /// Tells what each rule is about, and nothing of the facts it fired for: for games with something to hide.
    pub(crate) fn of_rules(describe: Describe) -> Self {
        let log = Arc::default();
        Self { describe, log }
    }

    /// Tells the facts as well.
    pub(crate) fn of_facts(describe: Describe) -> Self {
        let facts = Some(HashMap::new());
        let log = Log {
            facts,
            ..Log::default()
        };
        let log = Arc::new(Mutex::new(log));
        Self { describe, log }
    }

    /// Takes what has fired since the last time.
    pub(crate) fn take(&self) -> Vec<Firing> {
        std::mem::take(&mut self.log().fired)
    }

    /// Adds what another session has told.
    pub(crate) fn tell(&self, fired: Option<Firing>) {
        self.log().fired.extend(fired);
    }

    fn log(&self) -> MutexGuard<'_, Log> {
        // A log is whole between two of its lines.
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn know(&mut self, fact: FactEvent<'_>) {
        if let Some(facts) = &mut self.log().facts {
            facts.insert(fact.fact, fact.value.to_string());
        }
    }
}

impl Listener for Watcher {
    fn fact_inserted(&mut self, fact: FactEvent<'_>) {
        self.know(fact);
    }

    fn fact_updated(&mut self, _: FactEvent<'_>, after: FactEvent<'_>) {
        self.know(after);
    }

    fn fact_retracted(&mut self, fact: FactEvent<'_>) {
        if let Some(facts) = &mut self.log().facts {
            facts.remove(&fact.fact);
        }
    }

    fn rule_firing(&mut self, activation: ActivationEvent<'_>) {
        let Some(about) = (self.describe)(activation.rule) else {
            return;
        };
        let mut log = self.log();
        let mut why = about.to_owned();
        if let Some(facts) = &log.facts {
            let values = activation.facts.iter().filter_map(|fact| facts.get(fact));
            for (place, value) in values.enumerate() {
                let before = if place == 0 { " — " } else { ", " };
                _ = write!(why, "{before}{value}");
            }
        }
        log.fired.push(Firing {
            rule: activation.rule.to_owned(),
            why,
            stage: String::new(),
        });
    }
}
