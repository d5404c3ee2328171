//! Look-ups in common: what patterns look up by one key that differ in the tests of their own.
//!
//! An index has all facts of the type; each pattern has one of those that pass its own tests. Where the first has few
//! facts of the key, all are given, and each pattern tests them. Where it has many, the others are asked one after the
//! other, so that no pattern goes over the facts of another.

use crate::containers::trail::Mode;
use crate::joins::fact_index::{FactIndexes, Facts};
use crate::joins::found::{Matches, Wanted};
use crate::plan::OwnIndex;

/// So many facts are tested by each pattern, at the most: as many as a look-up costs. In a debug build, where sessions are
/// small, more of them go the other way.
const FEW: u32 = if cfg!(debug_assertions) { 1 } else { 8 };

/// What patterns look up in common: facts, each with a bit for each pattern's [own index](OwnIndex) where it is meant.
pub struct InCommon<'a, M: Mode> {
    indexes: &'a FactIndexes<M>,
    hash: Option<u64>,
    seeds: u64,
    /// Those of one index.
    facts: Facts<'a, M>,
    /// Where they are meant.
    meant: u64,
    /// The indexes to ask after this one, with the bit of the first.
    own: &'static [OwnIndex],
    next: u64,
}

impl<'a, M: Mode> InCommon<'a, M> {
    #[inline]
    pub(crate) fn new(
        indexes: &'a FactIndexes<M>,
        (common, own): (u32, &'static [OwnIndex]),
        hash: Option<u64>,
        seeds: u64,
        matches: &mut Matches,
    ) -> Self {
        let mut in_common = InCommon {
            indexes,
            hash,
            seeds,
            facts: indexes.of_all(common, hash),
            meant: u64::MAX,
            own: &[],
            next: 1,
        };
        if in_common.facts.are_more_than(FEW) {
            in_common.part(own, matches);
        }
        in_common
    }

    /// Goes over the facts of each index, if they are made; until then over all.
    #[cold]
    fn part(&mut self, own: &'static [OwnIndex], matches: &mut Matches) {
        let mut asked = own.iter().filter(|own| own.seeds & self.seeds != 0);
        if asked.all(|own| self.indexes.is_made(own.index)) {
            self.own = own;
            self.facts.clear();
        } else {
            matches.wants = Some(Wanted::Own(own));
        }
    }
}

impl<M: Mode> Iterator for InCommon<'_, M> {
    type Item = (u64, u32);

    #[inline]
    fn next(&mut self) -> Option<(u64, u32)> {
        loop {
            if let Some(slot) = self.facts.next() {
                return Some((self.meant, slot));
            }
            let (own, rest) = self.own.split_first()?;
            self.own = rest;
            if own.seeds & self.seeds != 0 {
                self.facts = self.indexes.iter(own.index, self.hash);
                self.meant = self.next;
            }
            self.next <<= 1;
        }
    }
}
