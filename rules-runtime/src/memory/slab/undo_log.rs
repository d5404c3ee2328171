//! The facts' way back: what is noted of them, and how it is taken back.

use alloc::vec::Vec;
use core::mem;

use super::Slab;
use super::candidates::CandidateStep;
use crate::containers::trail::{Copies as _, Mode, Pass, Trail as _, Undo};
use crate::ids::Slot;
use crate::memory::archive::Past;
use crate::memory::slot_table::SlotStep;
use crate::memory::store::{FactChange, Touched};

/// What is taken back.
#[derive(Clone)]
pub(crate) enum Step<T> {
    /// A slot had this value.
    Value(Slot, T),
    /// A slot got a fact.
    Filled(Slot),
    /// There was a slot less.
    Grown,
    /// What was done to the slots, whatever stands in them.
    Slots(SlotStep),
    /// What the archive kept of a slot.
    Past(Slot, Option<Past<T>>),
    /// What was done to candidates.
    Candidate(CandidateStep<T>),
}

impl<T, M: Mode> Slab<T, M> {
    /// Asks for the value of a slot before the change of a date that is to come.
    pub(crate) fn pin(&mut self, slot: Slot, date: u64) {
        self.note_past(slot);
        self.store.archive.pin(slot, date);
    }

    /// Takes a pin back, and forgets what no other asks for.
    pub(crate) fn unpin(&mut self, slot: Slot, date: u64) {
        self.note_past(slot);
        self.store.archive.unpin(slot, date);
    }

    /// Notes what the archive keeps of the facts that the change touched. Returns copies of what it has
    /// overwritten or taken out, in order, where both the archive and the way back need it.
    pub(super) fn copies_for_archive(&mut self) -> Vec<Option<T>> {
        if !self.trail.is_on() || self.archive.is_empty() {
            return Vec::new();
        }
        for place in 0..self.touched.len() {
            self.note_past(self.touched[place].slot);
        }
        let touched = self.touched.iter();
        let copies = touched.map(|Touched { slot, what }| match what {
            FactChange::Updated { value, .. } | FactChange::Retracted { value: Some(value) } => {
                self.copies.copy(value)
            }
            FactChange::Retracted { value: None } => self.copies.copy(self.store.value(*slot)),
            FactChange::Inserted | FactChange::Cancelled => None,
        });
        copies.collect()
    }

    /// Notes what was done to the slots.
    #[inline]
    pub(super) fn note_slots(&mut self, step: SlotStep) {
        if const { M::TRAILS } {
            self.trail.note(Step::Slots(step));
        }
    }

    /// Notes the entries of slots, if there are such slots.
    #[inline]
    pub(super) fn note_entries<const N: usize>(&mut self, slots: [Slot; N]) {
        if const { M::TRAILS } {
            for slot in slots.into_iter().filter(|&slot| slot != Slot::NONE) {
                let entry = self.store.table.entry(slot);
                self.note_slots(SlotStep::Entry(slot, entry));
            }
        }
    }

    /// Notes a value that has been overwritten or taken out. What is left is for who asks: itself, or the copy.
    pub(super) fn put_away(&mut self, slot: Slot, value: T, copy: Option<T>) -> Option<T> {
        if const { !M::TRAILS } || !self.trail.is_on() {
            return Some(value);
        }
        self.trail.note(Step::Value(slot, value));
        copy
    }

    fn note_past(&mut self, slot: Slot) {
        let (archive, copies) = (&self.store.archive, self.copies);
        self.trail.note_with(|| {
            let copy = |value: &T| copies.copy(value);
            Step::Past(slot, archive.past(slot, copy))
        });
    }

    /// Goes through its state.
    pub fn trace(&mut self, pass: &mut impl Pass) {
        pass.over(self);
        pass.place(self.store.table.first.number_mut());
        pass.place(self.store.table.last.number_mut());
        pass.place(&mut self.store.table.len);
    }

    /// Takes back what a change that was broken off has applied and staged; slots are freed by the steps.
    fn abandon(&mut self) {
        self.candidates.abandon();
        let store = &mut self.store;
        let mut all = mem::take(&mut store.touched);
        for touched in all.drain(..) {
            store.table.set_staged(touched.slot, 0);
            if let FactChange::Updated { value, .. } | FactChange::Retracted { value: Some(value) } =
                touched.what
                && store.table.applied
            {
                store.values[touched.slot.index()] = Some(value);
            }
        }
        store.touched = all;
        store.table.applied = false;
        store.table.support_changes.clear();
        store.table.expiring.clear();
        store.effects.clear();
    }
}

impl<T, M: Mode> Undo for Slab<T, M> {
    fn mark(&mut self) -> u64 {
        self.trail.mark()
    }

    fn undo(&mut self, mark: u64) {
        self.abandon();
        let store = &mut self.store;
        while let Some(step) = self.trail.pop(mark) {
            match step {
                Step::Value(slot, value) => store.values[slot.index()] = Some(value),
                Step::Filled(slot) => store.values[slot.index()] = None,
                Step::Grown => {
                    store.values.pop();
                    store.table.ungrow();
                }
                Step::Slots(step) => store.table.take_back(step),
                Step::Past(slot, past) => store.archive.put_back(slot, past),
                Step::Candidate(step) => self.candidates.take_back(step),
            }
        }
    }

    fn forget(&mut self) {
        self.trail.forget();
    }

    fn shrink(&mut self) {
        self.shrink_to_fit();
    }
}
