//! Which fact has an identity: a table of slots by the hash of what tells facts apart.

use hashbrown::HashTable;
use hashbrown::hash_table::OccupiedEntry;

/// The facts of a type that tells facts apart. Of each hash half is kept: facts are many, and a table of small
/// entries is one that stays in a cache longer.
#[derive(Debug, Clone)]
pub(crate) struct Identities {
    facts: HashTable<Identified>,
}

/// A fact, and half of the hash of its identity.
#[derive(Debug, Clone, Copy)]
struct Identified {
    hash: u32,
    slot: u32,
}

/// The half of a hash that is kept.
fn half(hash: u64) -> u32 {
    (hash >> 32) as u32
}

/// A hash made of a half again: the table looks at both ends of it.
fn whole(half: u32) -> u64 {
    // The golden ratio's fraction (Knuth, *The Art of Computer Programming*, 6.4).
    u64::from(half).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

impl Identities {
    pub(crate) const fn new() -> Self {
        Identities {
            facts: HashTable::new(),
        }
    }

    /// The slot of a fact of this hash for which `same` holds.
    #[inline]
    pub(crate) fn find(&self, hash: u64, same: impl Fn(u32) -> bool) -> Option<u32> {
        let half = half(hash);
        let found = self
            .facts
            .find(whole(half), |fact| fact.hash == half && same(fact.slot));
        found.map(|fact| fact.slot)
    }

    /// Adds a fact.
    #[inline]
    pub(crate) fn insert(&mut self, hash: u64, slot: u32) {
        let hash = half(hash);
        let fact = Identified { hash, slot };
        self.facts
            .insert_unique(whole(hash), fact, |fact| whole(fact.hash));
    }

    /// Takes a fact out. Returns whether it was in.
    pub(crate) fn remove(&mut self, hash: u64, slot: u32) -> bool {
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

    /// The slots of all facts, each with what is kept of its hash.
    #[cfg(debug_assertions)]
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.facts.iter().map(|fact| (fact.hash, fact.slot))
    }

    /// The same of a fact with a hash.
    #[cfg(debug_assertions)]
    pub(crate) fn entry(hash: u64, slot: u32) -> (u32, u32) {
        (half(hash), slot)
    }
}
