//! Facts that rules derive in bulk, one after the other: equal ones are told apart by their numbers, where they have
//! numbers. They are in the table of identities only when something else asks for a fact of the type by its identity, which for
//! most of what is derived never comes: the table would be a quarter of the memory that such facts take, and a tenth of the time.

use alloc::vec::Vec;
use core::ops::Range;

use super::Slab;
use crate::containers::numbers::Numbers;
use crate::containers::trail::Mode;
use crate::ids::Slot;
use crate::memory::identities::{BATCH, Identified};
use crate::memory::identity::{Identity, OnInsert};
use crate::memory::store::Store;

/// Of fewer facts than this the table of identities is as near. (Tests of few facts are to come so far, too.)
const FEW: usize = if cfg!(debug_assertions) { 1 } else { 512 };

/// What is derived.
#[derive(Debug, Clone)]
pub(super) struct Derived {
    /// The numbers of all facts, once so many were derived that it pays.
    numbers: Option<Numbers>,
    /// The slots of the facts that are not in the table of identities yet, where there are numbers.
    behind: Vec<Range<Slot>>,
    /// How often that table was asked before there were numbers.
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
    ) -> Result<Option<Slot>, T> {
        let (Some(of_value), Some(numbers)) = (number(&value), &mut self.derived.numbers) else {
            return Err(value);
        };
        if !numbers.insert(of_value) {
            return Ok(None);
        }
        let slot = self.occupy(value, None, tag);
        match self.derived.behind.last_mut() {
            Some(last) if last.end == slot => last.end = slot.next(),
            // Slots that are free are taken from the last on.
            Some(last) if last.start == slot.next() => last.start = slot,
            _ => self.derived.behind.push(slot..slot.next()),
        }
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
        self.settle_identities::<I>();
        self.derived.sparse = true;
    }

    /// Inserts a fact where no change is staged. Returns its slot if it is new; a type that tells facts apart keeps the one
    /// that is there. `number` is that of a fact, if facts of the type have numbers.
    ///
    /// Where no more facts are derived, [`Slab::end_derivation`] is to be called.
    pub(crate) fn insert_derived<I: Identity<T>>(
        &mut self,
        value: T,
        number: impl Fn(&T) -> Option<u64>,
        tag: u64,
    ) -> Option<Slot> {
        debug_assert!(self.touched.is_empty() && I::ON_INSERT == OnInsert::Keep);
        if number(&value).is_some() && self.derived.numbers.is_none() {
            self.number_all(&number);
        }
        match self.insert_numbered(value, number, tag) {
            Ok(slot) => slot,
            Err(value) => self.insert_settled::<I>(value, tag),
        }
    }

    fn insert_settled<I: Identity<T>>(&mut self, value: T, tag: u64) -> Option<Slot> {
        debug_assert!(self.derived.numbers.is_none(), "a fact is not in the table");
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
        let pays = self.derived.asked >= FEW && 2 * self.derived.asked > self.len();
        if self.derived.sparse || !pays {
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

    /// Ends a derivation, but for what tells facts apart by their numbers until one is asked for by its identity. No code of a
    /// user's is asked.
    pub(crate) fn end_derivation(&mut self) {
        if self.derived.numbers.is_none() {
            self.derived = Derived::new();
        }
    }

    /// Lets all facts be in the table of identities, which is to be asked or changed.
    #[inline]
    pub(super) fn settle_identities<I: Identity<T>>(&mut self) {
        if const { I::TELLS_APART } && self.derived.numbers.is_some() {
            self.catch_up::<I>();
        }
    }

    /// Lets those facts be in the table that are not. Where a user's hash panics, those that were in are, and nothing else has
    /// changed.
    #[cold]
    #[inline(never)]
    fn catch_up<I: Identity<T>>(&mut self) {
        debug_assert!(!M::TRAILS, "rules that go back do not fire in bulk");
        let Store { values, table, .. } = &mut self.store;
        let behind = &mut self.derived.behind;
        let mut left: usize = behind
            .iter()
            .cloned()
            .map(Slot::within)
            .map(|slots| slots.len())
            .sum();
        table.identities.reserve(left);
        let mut batch = Vec::with_capacity(left.min(BATCH));
        while left > 0 {
            let count = left.min(BATCH);
            batch.clear();
            for slot in last(behind, count) {
                if let Some(hash) = values[slot.index()].as_ref().and_then(I::hash) {
                    batch.push(Identified::new(hash, slot));
                }
            }
            table.identities.extend(&batch);
            left -= count;
            take_last(behind, count);
        }
        self.derived = Derived::new();
    }

    /// The fact that has the identity of a value, other than the one in the slot `except`.
    pub(crate) fn find_identity<I: Identity<T>>(
        &mut self,
        hash: u64,
        value: &T,
        except: Slot,
    ) -> Option<Slot> {
        self.settle_identities::<I>();
        let same =
            |slot| slot != except && self.view(slot).is_some_and(|fact| I::same(fact, value));
        self.table.identities.find(hash, same)
    }

    /// Checks, for [`verify`](crate::examine::verify), that each of the facts is found by its identity or by its number.
    ///
    /// # Panics
    ///
    /// Panics where one is not, or what is none is.
    #[cfg(debug_assertions)]
    pub(crate) fn verify_identities<I: Identity<T>>(
        &self,
        slots: &[Slot],
        number: fn(&T) -> Option<u64>,
    ) {
        let hash = |slot| I::hash(self.value(slot));
        let number = |slot| number(self.value(slot));
        let known: Vec<_> = self.store.table.identities.iter().collect();
        self.derived.verify(slots, known, &hash, &number);
    }
}

impl Derived {
    #[cfg(debug_assertions)]
    fn verify(
        &self,
        slots: &[Slot],
        mut known: Vec<Identified>,
        hash: &dyn Fn(Slot) -> Option<u64>,
        number: &dyn Fn(Slot) -> Option<u64>,
    ) {
        let identified = |&slot: &Slot| Some(Identified::new(hash(slot)?, slot));
        let behind: Vec<Slot> = self.behind.iter().cloned().flat_map(Slot::within).collect();
        known.extend(behind.iter().filter_map(identified));
        let mut expected: Vec<_> = slots.iter().filter_map(identified).collect();
        known.sort_unstable();
        expected.sort_unstable();
        assert_eq!(known, expected, "identities");
        if let Some(numbers) = &self.numbers {
            let mut all = slots.iter().map(|&slot| number(slot));
            assert!(all.all(|number| number.is_some_and(|number| numbers.has(number))));
            assert_eq!(numbers.len(), slots.len(), "numbers of facts");
        } else {
            let is_over = behind.is_empty() && self.asked == 0 && !self.sparse;
            assert!(is_over, "a derivation has ended");
        }
    }
}

/// The last so many slots of these ranges, the last one first.
fn last(ranges: &[Range<Slot>], count: usize) -> Vec<Slot> {
    let slots = ranges
        .iter()
        .rev()
        .flat_map(|range| Slot::within(range.clone()).rev());
    slots.take(count).collect()
}

/// Takes so many slots off the end of the last of these ranges.
fn take_last(ranges: &mut Vec<Range<Slot>>, mut count: usize) {
    while let Some(last) = ranges.last_mut() {
        let len = Slot::within(last.clone()).len();
        if count < len {
            last.end = Slot(last.end.number() - count as u32);
            return;
        }
        count -= len;
        ranges.pop();
    }
}
