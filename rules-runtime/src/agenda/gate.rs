//! Gates: patterns that stand in front of matches instead of in them.
//!
//! A fact that says where a program is ("the stage is now this") is modified at every step, and stands first in
//! most rules. Were it part of their tokens, all of them would be thrown away and found again each time. So where
//! there is one such fact at the most, and nothing is joined to it, the tokens are made without it: the matches
//! stand, and are on the agenda while the fact lets them ([`Agenda`](crate::agenda::Agenda)). That they then
//! begin, in the change that opens the last of their gates, costs nothing for each.

use alloc::vec::Vec;

use crate::ids::Slot;
use crate::plan::Plan;

/// The gates of a session.
#[derive(Debug, Clone)]
pub(crate) struct Gates {
    /// The slot of the fact that has opened each.
    facts: Vec<Slot>,
    /// Those that the change closes, with their match nodes.
    pub(crate) left: Vec<(u32, u32)>,
    /// Those that it opens, with their match nodes and by which fact.
    pub(crate) entered: Vec<(u32, u32, Slot)>,
}

impl Gates {
    /// All are closed.
    pub(crate) fn new<F>(plan: &Plan<F>) -> Self {
        Gates {
            facts: alloc::vec![Slot::NONE; plan.gates as usize],
            left: Vec::new(),
            entered: Vec::new(),
        }
    }

    /// The slot of the fact that has opened a gate. Until the change turns the gates, it is the one before the
    /// change.
    #[inline]
    pub(crate) fn fact(&self, gate: u32) -> Slot {
        self.facts[gate as usize]
    }

    /// The slot of the fact that opens a gate once the change has turned the gates; [`Slot::NONE`] where it is closed.
    #[cfg(feature = "serde")]
    pub(crate) fn fact_to_be(&self, gate: u32) -> Slot {
        let entered = self.entered.iter().rev();
        let mut entered = entered.filter(|(of, ..)| *of == gate);
        entered.next().map_or(self.fact(gate), |(_, _, slot)| *slot)
    }

    /// Whether all of some gates are open.
    pub(crate) fn are_open(&self, gates: &[u32]) -> bool {
        gates.iter().all(|&gate| self.fact(gate) != Slot::NONE)
    }

    /// Notes that the fact of a gate leaves, or leaves and comes again.
    pub(crate) fn leave(&mut self, gate: u32, node: u32) {
        self.left.push((gate, node));
    }

    /// Notes that a fact opens a gate.
    pub(crate) fn enter(&mut self, gate: u32, node: u32, slot: Slot) {
        self.entered.push((gate, node, slot));
    }

    /// Whether the change opens or closes any.
    #[inline]
    pub(crate) fn do_turn(&self) -> bool {
        !(self.left.is_empty() && self.entered.is_empty())
    }

    /// Notes by which fact a gate is open, or [`Slot::NONE`].
    pub(crate) fn set(&mut self, gate: u32, slot: Slot) {
        self.facts[gate as usize] = slot;
    }

    /// Forgets what a change that was broken off was about to do.
    pub(crate) fn abandon(&mut self) {
        self.left.clear();
        self.entered.clear();
    }
}
