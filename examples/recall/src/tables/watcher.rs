//! A listener that keeps which rules fired, for players to read.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use recall_game::table::Firing;
use rules_runtime::{ActivationEvent, Listener};

/// What a rule is about, by its name; none if players are not to know that it fired.
pub(crate) type Describe = fn(rule: &str) -> Option<&'static str>;

/// A listener, of which one copy is a session's and the other is read. It tells what each rule is about, and nothing of
/// the facts for which it fired.
#[derive(Clone)]
pub(crate) struct Watcher {
    describe: Describe,
    fired: Arc<Mutex<Vec<Firing>>>,
}

impl Watcher {
    pub(crate) fn new(describe: Describe) -> Self {
        let fired = Arc::default();
        Self { describe, fired }
    }

    /// Takes what has fired since the last time.
    pub(crate) fn take(&self) -> Vec<Firing> {
        std::mem::take(&mut self.fired())
    }

    /// Adds a rule that has fired, with what it is about.
    pub(crate) fn tell(&self, rule: &'static str, why: &'static str) {
        self.fired().push(Firing {
            rule: rule.into(),
            why: why.into(),
            stage: "".into(),
        });
    }

    fn fired(&self) -> MutexGuard<'_, Vec<Firing>> {
        // The list is whole between two of its lines.
        self.fired.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Listener for Watcher {
    fn rule_firing(&mut self, activation: ActivationEvent<'_>) {
        if let Some(why) = (self.describe)(activation.rule) {
            self.tell(activation.rule, why);
        }
    }
}
