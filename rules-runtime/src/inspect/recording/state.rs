//! The state of a session as a recording tells it: the facts with their texts, and the agenda.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;

use super::code::{Entry, Occurrence, Phase};
use crate::memory::handle::FactId;

/// The facts, in the order of their insertion, and the activations with how many there are of each.
///
/// Matches over the same facts, by different elements of a `for`, look alike from outside.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct State {
    pub(super) facts: BTreeMap<FactId, Box<str>>,
    pub(super) agenda: BTreeMap<Occurrence, u32>,
    /// The explanations of rules, as text.
    pub(super) explanations: BTreeMap<u32, Box<str>>,
}

impl State {
    /// Goes on by what happened.
    pub(super) fn apply(&mut self, entry: &Entry<'_>) {
        match entry {
            Entry::Inserted(fact, text) => {
                self.facts.insert(*fact, (*text).into());
            }
            Entry::Updated(fact, difference) => {
                if let Some(text) = self.facts.get_mut(fact) {
                    *text = difference.apply(text);
                }
            }
            Entry::Retracted(fact) | Entry::Expired(fact) => {
                self.facts.remove(fact);
            }
            Entry::Explained(rule, difference) => {
                let text = self.explanations.entry(*rule).or_default();
                *text = difference.apply(text);
            }
            Entry::Of(Phase::Created, occurrence) => {
                *self.agenda.entry(occurrence.clone()).or_default() += 1;
            }
            Entry::Of(Phase::Cancelled | Phase::Fired, occurrence) => self.take_off(occurrence),
            Entry::Of(Phase::Failed | Phase::GaveUp | Phase::Undone, _)
            | Entry::Waits(_)
            | Entry::WentBack
            | Entry::Tested { .. }
            | Entry::ChangeEnded => {}
        }
    }

    fn take_off(&mut self, occurrence: &Occurrence) {
        if let Some(count) = self.agenda.get_mut(occurrence) {
            *count -= 1;
            if *count == 0 {
                self.agenda.remove(occurrence);
            }
        }
    }
}
