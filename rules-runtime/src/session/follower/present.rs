//! Looks at a session after each change, for the coverage of the whole process.

use alloc::vec::Vec;

use crate::inspect::coverage::process::{self, Followed, process};
use crate::inspect::explain::Explanation;
use crate::inspect::metadata::RulesetInfo;
use crate::session::program::Program;

/// Looks at a session.
#[derive(Debug, Clone)]
pub(crate) struct Follower {
    /// The ruleset; `None` where nobody asked for coverage.
    ruleset: Option<Followed>,
    /// How many changes there have been.
    changes: u64,
    /// The rules of which all has been seen.
    seen: Vec<bool>,
}

impl Follower {
    /// Looks at a session that begins.
    pub(crate) fn of<P: Program>() -> Self {
        let ruleset =
            process::is_on().then(|| process().begin(&RulesetInfo::of::<P>(), P::covered_tables()));
        Follower {
            ruleset,
            changes: 0,
            seen: alloc::vec![false; P::RULES.len()],
        }
    }

    /// A rule has fired.
    pub(crate) fn fired(&self, rule: u32) {
        if let Some(ruleset) = &self.ruleset {
            ruleset.fired(rule as usize);
        }
    }

    /// Whether it looks at the change that has ended.
    pub(crate) fn looks(&mut self) -> bool {
        let (Some(_), Some(settings)) = (&self.ruleset, process::settings()) else {
            return false;
        };
        self.changes += 1;
        // The first and the second are those after which there is something to be seen of most sessions.
        self.changes <= 2 || self.changes.is_multiple_of(settings.every)
    }

    /// Whether a rule's explanation may say something new.
    pub(crate) fn wants(&mut self, rule: usize) -> bool {
        let Some(ruleset) = &self.ruleset else {
            return false;
        };
        let seen = &mut self.seen[rule];
        *seen = *seen || process().has_seen_all(ruleset.place, rule);
        !*seen
    }

    /// Takes the explanation of a rule.
    pub(crate) fn explained(&self, rule: usize, explanation: &Explanation) {
        if let Some(ruleset) = &self.ruleset {
            process().explained(ruleset.place, rule, explanation);
        }
    }

    /// It has looked: what is new is written.
    pub(crate) fn looked(&self) {
        if self.ruleset.is_some() {
            process().write_news();
        }
    }
}
