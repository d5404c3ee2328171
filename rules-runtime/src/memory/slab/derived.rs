//! Facts that rules derive in bulk, one after the other: equal ones are told apart by their numbers, where they have
//! numbers. Until the derivation ends, nothing else asks for a fact by its identity, and so they need not be in the table of
//! identities so long.

use alloc::vec::Vec;
use core::mem;

use super::Slab;
use crate::containers::numbers::Numbers;
use crate::containers::trail::Mode;
use crate::memory::identity::{Identity, OnInsert};
use crate::memory::store::Store;

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
    /// Inserts a fact where no change is staged and it is known by numbers which facts there are: no code of a user's is
    /// asked. Returns its slot if it is new; or the fact, where they are not known so.
    #[inline]
    pub(crate) fn insert_numbered(
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
        let slot = self.occupy(value, None, tag);
        self.derived.behind.push(slot);
        Ok(Some(slot))
    }

    /// Whether the numbers have turned out to lie so far from one another that it does not pay to tell facts apart by them.
    #[inline]
    pub(crate) fn derives_sparsely(&self) -> bool {
        let numbers = self.derived.numbers.as_ref();
        numbers.is_some_and(Numbers::is_sparse)
    }

    /// Tells facts apart by their identities from now on.
    #[inline(never)]
    pub(crate) fn give_numbers_up<I: Identity<T>>(&mut self) {
        self.end_derivation::<I>();
        self.derived.sparse = true;
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
        match self.insert_numbered(value, number, tag) {
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

    /// Whether no derivation is under way.
    #[cfg(debug_assertions)]
    pub(crate) fn derives_nothing(&self) -> bool {
        let Derived {
            numbers,
            behind,
            asked,
            sparse,
        } = &self.derived;
        numbers.is_none() && behind.is_empty() && *asked == 0 && !*sparse
    }

    /// Ends a derivation: all facts are in the table of identities.
    pub(crate) fn end_derivation<I: Identity<T>>(&mut self) {
        let Derived { behind, .. } = mem::replace(&mut self.derived, Derived::new());
        if behind.is_empty() {
            return;
        }
        debug_assert!(!M::TRAILS, "rules that go back do not fire in bulk");
        let Store { values, table, .. } = &mut self.store;
        let hash = |slot: u32| values[slot as usize].as_ref().and_then(I::hash);
        table.identities.reserve(behind.len());
        let facts = behind.into_iter();
        table
            .identities
            .extend(facts.filter_map(|slot| Some((hash(slot)?, slot))));
    }
}
