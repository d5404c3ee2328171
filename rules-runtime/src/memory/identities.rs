//! Which fact has an identity: a table of slots by the hash of what tells facts apart.

use core::mem;

use hashbrown::HashTable;
use hashbrown::hash_table::OccupiedEntry;

use crate::containers::hash::scattered;
use crate::ids::Slot;

/// The facts of a type that tells facts apart. Of each hash half is kept: facts are many, and a table of small
/// entries is one that stays in a cache longer.
#[derive(Debug, Clone)]
pub(crate) struct Identities {
    facts: HashTable<Identified>,
}

/// A fact, and half of the hash of its identity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Identified {
    hash: u32,
    slot: Slot,
}

/// A table of this many facts, 9 bytes each, is larger than a cache that is near.
const FAR: usize = 1 << 16;

/// How many facts are best added at once: they fit into such a cache.
pub(crate) const BATCH: usize = 1 << 15;

/// Of how many parts of the table they are put in order.
const PARTS: usize = 256;

impl Identified {
    pub(crate) fn new(hash: u64, slot: Slot) -> Self {
        let hash = half(hash);
        Identified { hash, slot }
    }
}

/// What is kept of a hash: something of both halves, since neighbours differ in one alone.
fn half(hash: u64) -> u32 {
    (hash ^ hash >> 32) as u32
}

/// A hash made of a half again: the table looks at both ends of it.
fn whole(half: u32) -> u64 {
    scattered(half.into())
}

impl Identities {
    pub(crate) const fn new() -> Self {
        Identities {
            facts: HashTable::new(),
        }
    }

    /// The slot of a fact of this hash for which `same` holds.
    #[inline]
    pub(crate) fn find(&self, hash: u64, same: impl Fn(Slot) -> bool) -> Option<Slot> {
        let half = half(hash);
        let found = self
            .facts
            .find(whole(half), |fact| fact.hash == half && same(fact.slot));
        found.map(|fact| fact.slot)
    }

    /// Adds a fact.
    #[inline]
    pub(crate) fn insert(&mut self, hash: u64, slot: Slot) {
        self.insert_fact(Identified::new(hash, slot));
    }

    /// Adds facts for which there is room. Where a cache that is near does not hold the table, they go in in the order of
    /// their places: a batch goes through it from one end to the other.
    pub(crate) fn extend(&mut self, facts: &[Identified]) {
        if self.facts.capacity() < FAR {
            for &fact in facts {
                self.insert_fact(fact);
            }
        } else {
            for batch in facts.chunks(BATCH) {
                self.insert_in_order(batch);
            }
        }
    }

    /// Adds facts in the order of the parts of the table to which they belong (a counting sort: Knuth, *The Art of Computer
    /// Programming*, 5.2, algorithm D).
    fn insert_in_order(&mut self, facts: &[Identified]) {
        // As many places as a power of two, of which a hash means one by its last bits.
        let shift = self.facts.num_buckets().ilog2() - PARTS.ilog2();
        let part = |fact: &Identified| (whole(fact.hash) >> shift) as usize % PARTS;
        let mut ends = [0; PARTS];
        for fact in facts {
            ends[part(fact)] += 1;
        }
        let mut end = 0;
        for of_part in &mut ends {
            end += mem::replace(of_part, end);
        }
        let mut sorted = alloc::vec![Identified { hash: 0, slot: Slot(0) }; facts.len()];
        for &fact in facts {
            let place = &mut ends[part(&fact)];
            sorted[*place] = fact;
            *place += 1;
        }
        for fact in sorted {
            self.insert_fact(fact);
        }
    }

    #[inline]
    fn insert_fact(&mut self, fact: Identified) {
        self.facts
            .insert_unique(whole(fact.hash), fact, |fact| whole(fact.hash));
    }

    /// Takes a fact out. Returns whether it was in.
    pub(crate) fn remove(&mut self, hash: u64, slot: Slot) -> bool {
        let entry = self
            .facts
            .find_entry(whole(half(hash)), |fact| fact.slot == slot);
        entry.map(OccupiedEntry::remove).is_ok()
    }

    /// Makes room for so many facts more.
    pub(crate) fn reserve(&mut self, additional: usize) {
        self.facts.reserve(additional, |fact| whole(fact.hash));
    }

    /// Gives back the memory that is not used.
    pub(crate) fn shrink_to_fit(&mut self) {
        self.facts.shrink_to_fit(|fact| whole(fact.hash));
    }

    /// All facts.
    #[cfg(debug_assertions)]
    pub(crate) fn iter(&self) -> impl Iterator<Item = Identified> + '_ {
        self.facts.iter().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::containers::hash::hash_one;
    use alloc::vec::Vec;

    #[test]
    fn many_facts_are_found_whether_they_come_together_or_one_by_one() {
        for count in [1, 1000, FAR as u32 + BATCH as u32 / 2] {
            let hash = |slot: Slot| hash_one(&u64::from(slot.number() / 2));
            let slots = || Slot::each(count as usize);
            let (mut together, mut single) = (Identities::new(), Identities::new());
            together.reserve(count as usize);
            let facts = slots().map(|slot| Identified::new(hash(slot), slot));
            together.extend(&facts.collect::<Vec<_>>());
            for slot in slots() {
                single.insert(hash(slot), slot);
            }
            for slot in slots().step_by(7) {
                for identities in [&together, &single] {
                    assert_eq!(
                        identities.find(hash(slot), |other| other == slot),
                        Some(slot)
                    );
                }
            }
            assert_eq!(together.facts.len(), single.facts.len());
            assert_eq!(together.find(hash(Slot(count + 1)), |_| false), None);
        }
    }
}
