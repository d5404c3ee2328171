//! Facts that rules derive in bulk, one after the other: equal ones are told apart by their numbers, where they have
//! numbers. Until the derivation ends, nothing else asks for a fact by its identity, and so they need not be in the table of
//! identities so long.

use alloc::vec::Vec;
use core::mem;

use super::Slab;
use crate::containers::numbers::Numbers;
use crate::containers::trail::Mode;
use crate::memory::identities::Identities;
use crate::memory::identity::{Identity, OnInsert};
use crate::memory::slot_table::SlotStep;

/// What is derived.
#[derive(Debug, Clone)]
pub(super) struct Derived {
    /// The numbers of all facts, once so many were derived that it pays.
    numbers: Option<Numbers>,
    /// The facts that are not in the table of identities yet.
    behind: Vec<u32>,
    /// How often that table was asked in this derivation.
    asked: usize,
    /// Whether numbers have turned out to lie too far from one another.
    sparse: bool,
}

impl Derived {
    pub(super) const fn new() -> Self {
        Derived {
            numbers: None,
            behind: Vec::new(),
            asked: 0,
            sparse: false,
        }
    }
}

impl<T, M: Mode> Slab<T, M> {
    /// Inserts a fact where no change is staged and it is known by numbers which facts there are, so that no code of a user's is
    /// asked. Returns its slot if it is new; or the fact, where they are not known so.
    #[inline]
    pub(crate) fn insert_numbered<I: Identity<T>>(
        &mut self,
        value: T,
        number: impl Fn(&T) -> Option<u64>,
        tag: u64,
    ) -> Result<Option<u32>, T> {
        let (Some(of_value), Some(numbers)) = (number(&value), &mut self.derived.numbers) else {
            return Err(value);
        };
        if !numbers.insert(of_value) {
            return Ok(None);
        }
        let is_sparse = numbers.is_sparse();
        let slot = self.occupy(value, None, tag);
        self.derived.behind.push(slot);
        if is_sparse {
            self.end_derivation::<I>();
            self.derived.sparse = true;
        }
        Ok(Some(slot))
    }

    /// Inserts a fact where no change is staged. Returns its slot if it is new; a type that tells facts apart keeps the one
    /// that is there. `number` is that of a fact, if facts of the type have numbers.
    ///
    /// Before anything else asks for facts by their identities, [`Slab::end_derivation`] is to be called.
    pub(crate) fn insert_derived<I: Identity<T>>(
        &mut self,
        value: T,
        number: impl Fn(&T) -> Option<u64>,
        tag: u64,
    ) -> Option<u32> {
        debug_assert!(self.touched.is_empty() && I::ON_INSERT == OnInsert::Keep);
        if number(&value).is_some() && self.derived.numbers.is_none() {
            self.number_all(&number);
        }
        match self.insert_numbered::<I>(value, number, tag) {
            Ok(slot) => slot,
            Err(value) => self.insert_settled::<I>(value, tag),
        }
    }

    fn insert_settled<I: Identity<T>>(&mut self, value: T, tag: u64) -> Option<u32> {
        let hash = I::hash(&value);
        if let Some(hash) = hash
            && self.is_known::<I>(hash, &value)
        {
            return None;
        }
        Some(self.occupy(value, hash, tag))
    }

    /// Begins to tell facts apart by their numbers, if the table of identities was asked so often that it pays to
    /// look at all of them.
    #[cold]
    fn number_all(&mut self, number: impl Fn(&T) -> Option<u64>) {
        self.derived.asked += 1;
        if self.derived.sparse || 2 * self.derived.asked <= self.len() {
            return;
        }
        let mut numbers = Numbers::default();
        for slot in self.slots() {
            if let Some(number) = number(self.value(slot)) {
                numbers.insert(number);
            }
        }
        self.derived.sparse = numbers.is_sparse();
        if !self.derived.sparse {
            self.derived.numbers = Some(numbers);
        }
    }

    /// Ends a derivation: all facts are in the table of identities.
    pub(crate) fn end_derivation<I: Identity<T>>(&mut self) {
        let Derived { behind, .. } = mem::replace(&mut self.derived, Derived::new());
        if behind.is_empty() {
            return;
        }
        let table = &mut self.store.table.identities;
        let mut identities = mem::replace(table, Identities::new());
        let hash = |of: &Self, slot| of.view(slot).and_then(I::hash).map(|hash| (hash, slot));
        identities.reserve(behind.len());
        identities.extend(behind.iter().filter_map(|&slot| hash(self, slot)));
        self.store.table.identities = identities;
        if const { M::TRAILS } {
            for slot in behind {
                if let Some((hash, slot)) = hash(self, slot) {
                    self.note_slots(SlotStep::Entered(hash, slot));
                }
            }
        }
    }
}
