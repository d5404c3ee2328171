//! Facts that come out of a snapshot: first their values, one after the other, then their slots.

use core::mem;

use serde::{Deserialize, Serialize};

use super::Slab;
use super::candidates::saved::SavedCandidates;
use crate::containers::trail::Mode;
use crate::ids::Slot;
use crate::memory::archive::{Archive, SavedArchive};
use crate::memory::identity::Identity;
use crate::memory::store::FactChange;

/// A fact in a snapshot, without its value.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) struct FactState {
    pub(crate) slot: Slot,
    /// Its tag, less that of the fact before it.
    pub(crate) step: u64,
    /// Its date, where the strategy goes by facts' dates.
    pub(crate) date: u64,
    /// Whether it stands by itself.
    pub(crate) stated: bool,
}

/// Why facts out of a snapshot are not taken in.
#[derive(Debug)]
pub(crate) enum Unfit {
    /// There is no memory for their slots.
    Memory,
    /// They contradict one another.
    Contradiction(&'static str),
}

impl<T, M: Mode> Slab<T, M> {
    /// The values of these facts, then those of candidates that wait, then those in the archive.
    pub(crate) fn values<'a>(&'a self, facts: &'a [FactState]) -> impl Iterator<Item = &'a T> {
        let values = facts.iter().map(|fact| self.value(fact.slot));
        values
            .chain(self.waiting_values())
            .chain(self.archive.values())
    }

    /// Takes in the next value.
    pub(crate) fn load(&mut self, value: T) {
        self.store.values.push(Some(value));
    }

    /// The values taken in.
    pub(crate) fn loaded(&self) -> impl Iterator<Item = &T> {
        self.values.iter().flatten()
    }

    /// How many slots there are, free ones among them.
    pub(crate) fn slot_count(&self) -> u32 {
        self.table.tags.len() as u32
    }

    /// Makes so many slots.
    pub(crate) fn make_room(&mut self, slots: u32) -> Result<(), Unfit> {
        if slots > Slot::LIMIT {
            return Err(Unfit::Memory);
        }
        let made = self.store.table.make_free(slots);
        made.map_err(|_| Unfit::Memory)
    }

    /// Puts the values taken in into the slots of these facts, which are then staged as inserted, among the candidates
    /// and into the archive. No tag is greater than `last_tag`.
    pub(crate) fn arrange<I: Identity<T>>(
        &mut self,
        facts: &[FactState],
        candidates: &SavedCandidates,
        archive: &SavedArchive,
        last_tag: u64,
    ) -> Result<(), Unfit> {
        let mut values = mem::take(&mut self.store.values).into_iter().flatten();
        let slots = self.table.tags.len();
        self.store.values.resize_with(slots, || None);
        let mut tag = 0_u64;
        for (fact, value) in facts.iter().zip(&mut values) {
            let slot = fact.slot;
            let next = tag.checked_add(fact.step);
            let Some(next) = next.filter(|&next| next > tag && next <= last_tag) else {
                return Err(Unfit::Contradiction("facts are not numbered in order"));
            };
            tag = next;
            if self.table.tags.get(slot.index()) != Some(&0) {
                return Err(Unfit::Contradiction("a slot holds two facts"));
            }
            if let Some(hash) = I::hash(&value) {
                if self.find_identity::<I>(hash, &value, slot).is_some() {
                    return Err(Unfit::Contradiction("two facts are one"));
                }
                self.put(slot, tag, value);
                self.enter_identity(hash, slot);
            } else {
                self.put(slot, tag, value);
            }
        }
        let is_free = |&slot: &Slot| self.table.tags[slot.index()] == 0;
        let slots = Slot::each(self.slot_count() as usize).rev();
        self.store.table.free = slots.filter(is_free).collect();
        self.restore_candidates::<I>(facts, candidates, &mut values, last_tag)?;
        self.store.archive = Archive::restored(archive, values)
            .ok_or(Unfit::Contradiction("a fact's past does not fit together"))?;
        Ok(())
    }

    fn put(&mut self, slot: Slot, tag: u64, value: T) {
        self.store.values[slot.index()] = Some(value);
        self.append(slot, tag);
        self.touch(slot, FactChange::Inserted);
    }

    /// Forgets the past that nothing asks for.
    pub(crate) fn forget_unpinned_past(&mut self) {
        self.store.archive.forget_unpinned();
    }

    /// Gives the facts in these slots their dates.
    pub(crate) fn set_dates(&mut self, facts: &[FactState]) {
        let slots = self.values.len();
        self.store.table.dates.resize(slots, 0);
        for fact in facts {
            self.store.table.dates[fact.slot.index()] = fact.date;
        }
    }
}
