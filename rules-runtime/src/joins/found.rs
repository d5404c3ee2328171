//! What searches for whole matches find, and what they have tested on their way, for the feature `metrics`.

use alloc::vec::Vec;

use crate::ids::Slot;
use crate::plan::OwnIndex;

/// The matches that a search finds, or the outer facts of a counted pattern.
#[derive(Debug, Clone, Default)]
pub struct Matches {
    /// The nodes of the matches.
    pub(crate) nodes: Vec<u32>,
    /// Their facts, those of one after those of another.
    pub(crate) facts: Vec<Slot>,
    /// For want of what the search may have gone over many facts.
    pub(crate) wants: Option<Wanted>,
    /// What was counted, by the join that the network is drawn with.
    #[cfg(feature = "metrics")]
    pub(crate) counts: Vec<(u32, JoinCounts)>,
    /// The same by the look-ups that are counted.
    #[cfg(feature = "metrics")]
    pub(crate) look_ups: Vec<(u32, JoinCounts)>,
}

/// For want of what a search may have gone over many facts.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Wanted {
    /// Indexes of the facts of one pattern each, where many were looked up in common, or in a wider index.
    Own(&'static [OwnIndex]),
    /// A reduced index, one of these, where many were looked up by a hash.
    Reduced(&'static [u32], u64),
}

/// What a search has counted at a join.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct JoinCounts {
    pub(crate) taken: u64,
    pub(crate) tested: u64,
    pub(crate) passed: u64,
}

impl Matches {
    /// Adds a match of a node.
    #[inline]
    pub fn add(&mut self, node: u32, facts: &[Slot]) {
        self.nodes.push(node);
        self.facts.extend_from_slice(facts);
    }

    /// Adds outer facts.
    #[inline]
    pub fn add_outer(&mut self, facts: &[Slot]) {
        self.facts.extend_from_slice(facts);
    }

    /// A search begins at a join.
    #[inline]
    pub fn takes(&mut self, node: u32) {
        self.count(node, |counts| counts.taken += 1);
    }

    /// A fact is put to the tests of a join.
    #[inline]
    pub fn tests(&mut self, node: u32) {
        self.count(node, |counts| counts.tested += 1);
    }

    /// A fact has passed them.
    #[inline]
    pub fn passes(&mut self, node: u32) {
        self.count(node, |counts| counts.passed += 1);
    }

    /// A look-up is made of those that are counted.
    #[inline]
    pub fn looks_up(&mut self, look_up: u32) {
        self.count_look_up(look_up, |counts| counts.taken += 1);
    }

    /// It leads to a fact.
    #[inline]
    pub fn goes_over(&mut self, look_up: u32) {
        self.count_look_up(look_up, |counts| counts.tested += 1);
    }

    /// The fact passes the tests that are made then.
    #[inline]
    pub fn fits(&mut self, look_up: u32) {
        self.count_look_up(look_up, |counts| counts.passed += 1);
    }

    #[cfg(feature = "metrics")]
    fn count(&mut self, node: u32, add: impl FnOnce(&mut JoinCounts)) {
        count(&mut self.counts, node, add);
    }

    #[cfg(feature = "metrics")]
    fn count_look_up(&mut self, look_up: u32, add: impl FnOnce(&mut JoinCounts)) {
        count(&mut self.look_ups, look_up, add);
    }

    /// Without the feature nothing is counted.
    #[cfg(not(feature = "metrics"))]
    #[inline]
    #[expect(clippy::unused_self, reason = "with the feature it is used")]
    fn count(&mut self, _: u32, _: impl FnOnce(&mut JoinCounts)) {}

    /// Nor here.
    #[cfg(not(feature = "metrics"))]
    #[inline]
    #[expect(clippy::unused_self, reason = "with the feature it is used")]
    fn count_look_up(&mut self, _: u32, _: impl FnOnce(&mut JoinCounts)) {}

    /// Takes all matches out whose facts do not stand before a place.
    pub(crate) fn split_off(&mut self, settled: usize) -> Self {
        Self {
            nodes: core::mem::take(&mut self.nodes),
            facts: self.facts.split_off(settled),
            wants: None,
            #[cfg(feature = "metrics")]
            counts: Vec::new(),
            #[cfg(feature = "metrics")]
            look_ups: Vec::new(),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.facts.clear();
    }
}

/// Counts at one of the few that a search passes.
#[cfg(feature = "metrics")]
fn count(counts: &mut Vec<(u32, JoinCounts)>, number: u32, add: impl FnOnce(&mut JoinCounts)) {
    let place = counts.iter().position(|(of, _)| *of == number);
    let place = place.unwrap_or_else(|| {
        counts.push((number, JoinCounts::default()));
        counts.len() - 1
    });
    add(&mut counts[place].1);
}
