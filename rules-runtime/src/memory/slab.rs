//! How the facts of one type are written.
//!
//! A change is staged first and applied at its end. Between the state before it and the state after it stands
//! [`Slab::apply`]. That is all the network needs to compare before and after.

pub(crate) mod candidates;
mod derived;
#[cfg(feature = "serde")]
pub(crate) mod saved;
mod undo_log;

use alloc::vec::{self, Vec};
use core::mem;
use core::ops::{Deref, Range};

use crate::containers::fields::Fields;
use crate::containers::trail::{Copies as _, Mode, Trail as _};
use crate::ids::{KindId, Slot};
use crate::memory::effects::Effects;
use crate::memory::identity::{Identity, OnInsert};
use crate::memory::slot_table::{Neighbours, SlotStep, SupportChange};
use crate::memory::store::{FactChange, Store, Touched};
use candidates::Candidates;
use derived::Derived;
use undo_log::Step;

/// The facts of one type.
pub struct Slab<T, M: Mode> {
    store: Store<T>,
    /// Of a `#[best]` type: what rules derive.
    candidates: Candidates<T>,
    /// What rules derive in bulk.
    derived: Derived,
    trail: M::Trail<Step<T>>,
    copies: M::Copies<T>,
}

impl<T, M: Mode> Deref for Slab<T, M> {
    type Target = Store<T>;

    #[inline]
    fn deref(&self) -> &Store<T> {
        &self.store
    }
}

impl<T: Clone, M: Mode> Clone for Slab<T, M> {
    fn clone(&self) -> Self {
        Slab {
            store: self.store.clone(),
            candidates: self.candidates.clone(),
            derived: self.derived.clone(),
            trail: self.trail.duplicate(),
            copies: self.copies,
        }
    }
}

impl<T, M: Mode> Slab<T, M> {
    /// An empty slab of the fact type with this number, with the way to copy its facts where they can be
    /// asked for again.
    #[must_use]
    pub fn new(kind: KindId, copies: M::Copies<T>) -> Self {
        let trail = Default::default();
        Slab {
            store: Store::new(kind),
            candidates: const { Candidates::new() },
            derived: const { Derived::new() },
            trail,
            copies,
        }
    }

    /// Makes room for so many facts more.
    pub(crate) fn reserve<I: Identity<T>>(&mut self, additional: usize) {
        let Store { values, table, .. } = &mut self.store;
        if I::TELLS_APART {
            table.identities.reserve(additional);
        }
        let additional = additional.saturating_sub(table.free.len());
        values.reserve(additional);
        table.reserve(additional);
    }

    /// Gives back the memory that is not used.
    pub(crate) fn shrink_to_fit(&mut self) {
        self.candidates.shrink_to_fit();
        self.store.values.shrink_to_fit();
        self.store.table.shrink_to_fit();
        self.store.touched.shrink_to_fit();
    }

    /// Stages an insert. Returns the fact's slot: where the type tells facts apart, that of the
    /// fact that is there; and whether it is new.
    pub(crate) fn stage_insert<I: Identity<T>>(&mut self, value: T, tag: u64) -> (Slot, bool) {
        let hash = I::hash(&value);
        if const { I::TELLS_APART }
            && let Some(hash) = hash
            && let Some(slot) = self.find_identity::<I>(hash, &value, Slot::NONE)
        {
            if I::ON_INSERT == OnInsert::Replace {
                self.stage_value::<I>(slot, value, Fields::ALL);
            }
            return (slot, false);
        }
        let slot = self.occupy(value, hash, tag);
        self.touch(slot, FactChange::Inserted);
        (slot, true)
    }

    /// Gives a fact a value where no change is staged. If the old one is kept it can be asked for until [`Slab::settle`]; else
    /// it is returned.
    pub(crate) fn overwrite(&mut self, slot: Slot, new: T, keeps: bool) -> Option<T> {
        let value = self.store.values[slot.index()].replace(new);
        if !keeps {
            return value;
        }
        let value = value?;
        self.touch(slot, FactChange::Updated { value, written: 0 });
        self.store.table.applied = true;
        None
    }

    /// Takes a fact out of its slot where no change is staged. If it is kept it can be asked for until [`Slab::settle`], which
    /// frees the slot; else the slot is free now, and it is returned.
    pub(crate) fn take_out(&mut self, slot: Slot, keeps: bool) -> Option<T> {
        let value = self.store.values[slot.index()].take();
        if !keeps {
            self.vacate(slot);
            self.store.table.len -= 1;
            return value;
        }
        self.touch(slot, FactChange::Retracted { value });
        self.store.table.applied = true;
        None
    }

    /// Ends a change of one fact, if its old value is kept. Returns that, if it is asked for or not noted for the way back.
    pub(crate) fn settle(&mut self, asks: bool) -> Option<T> {
        let Touched { slot, what } = self.store.touched.pop()?;
        self.store.table.set_staged(slot, 0);
        self.store.table.applied = false;
        let old = match what {
            FactChange::Updated { value, .. } => value,
            FactChange::Retracted { value } => {
                self.vacate(slot);
                self.store.table.len -= 1;
                value?
            }
            FactChange::Inserted | FactChange::Cancelled => return None,
        };
        self.put_old_away(slot, old, asks)
    }

    /// Gives a fact a value in which nobody sees a change. Returns the old one, as [`Slab::settle`] does.
    pub(crate) fn replace_unseen(&mut self, slot: Slot, new: T, asks: bool) -> Option<T> {
        let old = self.store.values[slot.index()].replace(new)?;
        self.put_old_away(slot, old, asks)
    }

    fn put_old_away(&mut self, slot: Slot, old: T, asks: bool) -> Option<T> {
        let is_copied = asks && self.trail.is_on();
        let copy = if is_copied {
            self.copies.copy(&old)
        } else {
            None
        };
        self.put_away(slot, old, copy)
    }

    /// Notes how an inserted fact is held up.
    pub(crate) fn note_insert(&mut self, slot: Slot, is_new: bool, logical: bool) {
        let support_changes = &mut self.store.table.support_changes;
        if logical {
            support_changes.push(SupportChange::Supported { slot, is_new });
        } else if !is_new {
            support_changes.push(SupportChange::Stated { slot });
        }
    }

    /// Stages a new value of the fact in a slot, of which some fields were written.
    pub(crate) fn stage_value<I: Identity<T>>(&mut self, slot: Slot, new: T, fields: M::Fields) {
        if self.view(slot).is_none() {
            return;
        }
        let hash = I::hash(&new);
        if const { I::TELLS_APART }
            && let Some(hash) = hash
        {
            self.leave_identity::<I>(slot);
            if let Some(other) = self.find_identity::<I>(hash, &new, slot) {
                self.stage_retract::<I>(other);
                let (from, to) = (other, slot);
                let changes = &mut self.store.table.support_changes;
                changes.push(SupportChange::Passed { from, to });
            }
        }
        match self.table.staged(slot) {
            0 => {
                let written = fields.keep(&mut self.store.table.written);
                self.touch(
                    slot,
                    FactChange::Updated {
                        value: new,
                        written,
                    },
                );
            }
            staged => match &mut self.store.touched[staged as usize - 1].what {
                FactChange::Updated { value, written } => {
                    *value = new;
                    fields.add(written, &mut self.store.table.written);
                }
                FactChange::Inserted => self.store.values[slot.index()] = Some(new),
                FactChange::Retracted { .. } | FactChange::Cancelled => {}
            },
        }
        if let Some(hash) = hash {
            self.enter_identity(hash, slot);
        }
    }

    /// Stages the retraction of the fact in a slot.
    pub(crate) fn stage_retract<I: Identity<T>>(&mut self, slot: Slot) {
        if self.view(slot).is_none() {
            return;
        }
        self.leave_identity::<I>(slot);
        match self.table.staged(slot) {
            0 => self.touch(slot, FactChange::Retracted { value: None }),
            staged => {
                let applied = self.store.table.applied;
                let what = &mut self.store.touched[staged as usize - 1].what;
                *what = match mem::replace(what, FactChange::Cancelled) {
                    FactChange::Inserted | FactChange::Cancelled => FactChange::Cancelled,
                    FactChange::Updated { value, .. } => FactChange::Retracted {
                        value: applied.then_some(value),
                    },
                    retracted @ FactChange::Retracted { .. } => retracted,
                };
            }
        }
        self.store.table.len -= self.stands(slot);
    }

    /// Gives the facts that the change touches its date, where dates are kept.
    pub(crate) fn redate(&mut self, date: u64) {
        let Store {
            touched,
            values,
            table,
            ..
        } = &mut self.store;
        let dates = &mut table.dates;
        dates.resize(values.len(), 0);
        for &Touched { slot, .. } in &*touched {
            let before = mem::replace(&mut dates[slot.index()], date);
            if const { M::TRAILS } {
                self.trail.note(Step::Slots(SlotStep::Date(slot, before)));
            }
        }
    }

    /// Goes from the state before the change to the state after it.
    /// What was before is in `touched` from here to [`Slab::finish`].
    pub(crate) fn apply(&mut self) {
        let Store {
            touched,
            values,
            table,
            ..
        } = &mut self.store;
        // A change may say of a type only what holds its facts up: then none of it is to be finished.
        table.applied = !touched.is_empty();
        for touched in touched {
            let current = &mut values[touched.slot.index()];
            match &mut touched.what {
                FactChange::Updated { value, .. } => {
                    if let Some(current) = current {
                        mem::swap(current, value);
                    }
                }
                FactChange::Retracted { value } => mem::swap(current, value),
                FactChange::Inserted | FactChange::Cancelled => {}
            }
        }
    }

    /// Takes what the change overwrote or took out in a slot; a copy of it where it is asked for after the
    /// change.
    pub(crate) fn take_before(
        &mut self,
        slot: Slot,
        duplicate: impl FnOnce(&T) -> Option<T>,
    ) -> Option<T> {
        let mut touched = self.store.touched.iter_mut();
        let touched = touched.find(|touched| touched.slot == slot)?;
        if let FactChange::Updated { value, .. } | FactChange::Retracted { value: Some(value) } =
            &touched.what
        {
            let copy = if self.trail.is_on() {
                self.copies.copy(value)
            } else if self.store.archive.is_empty() {
                None
            } else {
                duplicate(value)
            };
            if copy.is_some() {
                return copy;
            }
        }
        match mem::replace(&mut touched.what, FactChange::Inserted) {
            FactChange::Updated { value, .. } => Some(value),
            FactChange::Retracted { value } => {
                touched.what = FactChange::Retracted { value: None };
                value
            }
            FactChange::Inserted | FactChange::Cancelled => None,
        }
    }

    /// Ends the change of a date: forgets what was before, and frees the slots of the facts that went. `PAST`: what was
    /// before may be asked for.
    pub(crate) fn finish<const PAST: bool>(&mut self, date: u64) {
        if const { PAST || M::TRAILS } {
            self.put_changes_away::<PAST>(date);
        } else {
            for place in 0..self.store.touched.len() {
                let Touched { slot, ref mut what } = self.store.touched[place];
                let what = mem::replace(what, FactChange::Cancelled);
                self.store.table.set_staged(slot, 0);
                if let FactChange::Retracted { .. } | FactChange::Cancelled = what {
                    drop(self.store.values[slot.index()].take());
                    self.vacate(slot);
                }
                // Dropped here, one at a time: each may panic.
                drop(what);
            }
        }
        self.store.touched.clear();
        self.store.table.end_change();
    }

    /// The same, where what was before may be asked for or gone back to.
    fn put_changes_away<const PAST: bool>(&mut self, date: u64) {
        let mut copies = if const { PAST && M::TRAILS } {
            self.copies_for_archive()
        } else {
            Vec::new()
        };
        for place in 0..self.touched.len() {
            let Touched { slot, ref mut what } = self.store.touched[place];
            let what = mem::replace(what, FactChange::Cancelled);
            let tag = self.store.table.tags[slot.index()];
            self.store.table.set_staged(slot, 0);
            let (before, goes) = match what {
                FactChange::Inserted => continue,
                FactChange::Updated { value, .. } => (Some(value), false),
                FactChange::Retracted { value } => (value, true),
                FactChange::Cancelled => {
                    // An event that entered and fell waited before.
                    if let Some(value) = self.store.values[slot.index()].take() {
                        self.put_away(slot, value, None);
                    }
                    self.vacate(slot);
                    continue;
                }
            };
            // A fact that fell is still there, perhaps with a value that it got in this change.
            let last = if goes {
                self.store.values[slot.index()].take()
            } else {
                None
            };
            let old = match (before, last) {
                (before, None) if goes => [None, before],
                both => both.into(),
            };
            let copy = copies.get_mut(place).and_then(Option::take);
            // The earlier of two values is the one to go back to.
            let [overwritten, last] = match old {
                [Some(overwritten), last] => [self.put_away(slot, overwritten, copy), last],
                [None, last] => [None, last.and_then(|last| self.put_away(slot, last, copy))],
            };
            if const { PAST } {
                let archive = &mut self.store.archive;
                archive.overwrite(slot, date, tag, overwritten);
                archive.retract(slot, date, tag, last);
            }
            if goes {
                self.vacate(slot);
            }
        }
    }

    /// Forgets the change, as if nothing had been staged.
    pub(crate) fn revert<I: Identity<T>>(&mut self) {
        self.store.table.written.clear();
        self.store.table.support_changes.clear();
        // First what the change put in, then what it took out: an identity has one fact at a time.
        for index in 0..self.touched.len() {
            self.leave_identity::<I>(self.touched[index].slot);
        }
        for touched in &self.store.touched {
            self.store.table.set_staged(touched.slot, 0);
        }
        while let Some(Touched { slot, what }) = self.store.touched.pop() {
            match what {
                FactChange::Inserted => {
                    self.store.values[slot.index()] = None;
                    self.store.table.len -= self.stands(slot);
                    self.vacate(slot);
                    continue;
                }
                FactChange::Cancelled => {
                    self.store.values[slot.index()] = None;
                    self.vacate(slot);
                    continue;
                }
                FactChange::Retracted { .. } => self.store.table.len += self.stands(slot),
                FactChange::Updated { .. } => {}
            }
            if let Some(hash) = I::hash(self.value(slot)) {
                self.enter_identity(hash, slot);
            }
        }
    }

    /// The fields that the change writes of a fact, by what its entry has of them.
    pub(crate) fn written(&self, written: u64) -> M::Fields {
        Fields::kept(written, &self.store.table.written)
    }

    /// Takes what the change says of what holds facts up.
    pub(crate) fn take_support_changes(&mut self) -> Vec<SupportChange> {
        mem::take(&mut self.store.table.support_changes)
    }

    /// Gives an empty list back, to be filled again.
    pub(crate) fn put_support_changes(&mut self, empty: Vec<SupportChange>) {
        self.store.table.support_changes = empty;
    }

    /// What a block did.
    pub(crate) fn effects_mut(&mut self) -> &mut Effects<T> {
        &mut self.store.effects
    }

    /// Lets a slot past all others read as a value that a block inserts, with the tag that it would get; nobody else sees it.
    /// Returns the slot, to be [taken back](Slab::take_back).
    pub(crate) fn try_out(&mut self, place: usize, tag: u64) -> Option<Slot> {
        let slot = Slot(self.store.values.len() as u32);
        let value = self.effects_mut().lend(place)?;
        self.store.values.push(Some(value));
        self.store.table.tags.push(tag);
        Some(slot)
    }

    /// Gives the block back a value that was tried out.
    pub(crate) fn take_back(&mut self, place: usize) {
        self.store.table.tags.pop();
        if let Some(value) = self.store.values.pop().flatten() {
            self.effects_mut().put_back(place, value);
        }
    }

    /// How many facts that stand are in a slot: one that waits does not.
    fn stands(&self, slot: Slot) -> u32 {
        u32::from(!self.is_waiting(slot))
    }

    /// Lets the event in a slot, which the change has staged as inserted, wait for its time.
    pub(crate) fn defer(&mut self, slot: Slot) {
        self.note_entries([slot]);
        self.store.table.set_waiting(slot, true);
        self.store.table.len -= 1;
    }

    /// Stages that the event in a slot, which waits, enters.
    pub(crate) fn wake(&mut self, slot: Slot) {
        self.note_entries([slot]);
        self.store.table.set_waiting(slot, false);
        self.store.table.len += 1;
        self.touch(slot, FactChange::Inserted);
    }

    /// Stages that the event in a slot expires.
    pub(crate) fn expire<I: Identity<T>>(&mut self, slot: Slot) {
        self.stage_retract::<I>(slot);
        self.store.table.expiring.push(slot);
    }

    fn touch(&mut self, slot: Slot, what: FactChange<T>) {
        self.store.touched.push(Touched { slot, what });
        let place = self.touched.len() as u32;
        self.store.table.set_staged(slot, place);
    }

    /// Puts a fact into a slot, with the hash of its identity where its type tells facts apart.
    pub(crate) fn occupy(&mut self, value: T, identity: Option<u64>, tag: u64) -> Slot {
        let slot = if let Some(slot) = self.store.table.free.pop() {
            self.note_slots(SlotStep::Taken(slot));
            self.store.values[slot.index()] = Some(value);
            self.append(slot, tag);
            slot
        } else if const { M::TRAILS } {
            let slot = self.store.table.grow(0);
            self.store.values.push(Some(value));
            self.trail.note(Step::Grown);
            self.append(slot, tag);
            slot
        } else {
            let slot = self.store.table.append_grown(tag);
            self.store.values.push(Some(value));
            slot
        };
        if let Some(hash) = identity {
            self.enter_identity(hash, slot);
        }
        slot
    }

    /// Puts facts, which are told from no others, into new slots; no slot is free, unless there are no facts. Their tags come one after the other from
    /// this one on. Returns their slots.
    pub(crate) fn occupy_new(&mut self, facts: vec::IntoIter<T>, first_tag: u64) -> Range<Slot> {
        debug_assert!(facts.len() == 0 || self.store.table.free.is_empty());
        let first = Slot(self.store.values.len() as u32);
        if const { M::TRAILS } {
            for (fact, tag) in facts.zip(first_tag..) {
                self.occupy(fact, None, tag);
            }
        } else {
            self.store.table.append_new(facts.len(), first_tag);
            self.store.values.extend(facts.map(Some));
        }
        first..Slot(self.store.values.len() as u32)
    }

    /// Puts a fact in while a change is applied, with a tag and a date. Returns its slot.
    pub(crate) fn step_in(
        &mut self,
        value: T,
        identity: Option<u64>,
        (tag, date): (u64, Option<u64>),
    ) -> Slot {
        let slot = self.occupy(value, identity, tag);
        self.touch(slot, FactChange::Inserted);
        self.store.table.applied = true;
        if let Some(date) = date {
            let dates = &mut self.store.table.dates;
            dates.resize(self.store.values.len(), 0);
            let before = mem::replace(&mut dates[slot.index()], date);
            self.note_slots(SlotStep::Date(slot, before));
        }
        slot
    }

    /// Makes the fact in a slot the last one.
    fn append(&mut self, slot: Slot, tag: u64) {
        if const { M::TRAILS } {
            self.trail.note(Step::Filled(slot));
            self.note_entries([slot, self.store.table.last]);
        }
        self.store.table.append(slot, tag);
    }

    fn vacate(&mut self, slot: Slot) {
        if const { M::TRAILS } {
            self.store.table.link();
            let Neighbours { next, prev } = self.store.table.entry(slot).neighbours;
            self.note_entries([prev, next, slot]);
        }
        self.note_slots(SlotStep::Freed);
        self.store.table.vacate(slot);
    }

    fn enter_identity(&mut self, hash: u64, slot: Slot) {
        self.note_slots(SlotStep::Entered(hash, slot));
        self.store.table.identities.insert(hash, slot);
    }

    pub(crate) fn leave_identity<I: Identity<T>>(&mut self, slot: Slot) {
        if const { !I::TELLS_APART } {
            return;
        }
        self.settle_identities::<I>();
        let Some(hash) = self.view(slot).and_then(I::hash) else {
            return;
        };
        if self.store.table.identities.remove(hash, slot) {
            self.note_slots(SlotStep::Left(hash, slot));
        }
    }
}
