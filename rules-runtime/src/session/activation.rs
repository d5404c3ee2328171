//! An activation, as a session shows it.

use alloc::vec::Vec;

use crate::memory::handle::FactId;

/// An activation: a match that has not fired yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Activation<R> {
    pub(crate) rule: R,
    pub(crate) focused: bool,
    pub(crate) facts: Vec<FactId>,
}

impl<R: Copy> Activation<R> {
    /// The rule.
    #[must_use]
    pub fn rule(&self) -> R {
        self.rule
    }

    /// Whether its turn comes without a further `focus`: its rule is in no group, or in one that is on the focus
    /// stack. The others stand at the end of the agenda, and a run passes them over.
    #[must_use]
    pub fn is_focused(&self) -> bool {
        self.focused
    }

    /// The facts of the match, in the order in which the rule's conditions are written.
    #[must_use]
    pub fn facts(&self) -> &[FactId] {
        &self.facts
    }
}
