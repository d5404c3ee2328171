//! The facts of one type, as they are read.
//!
//! A change is staged first and applied at its end: until then `value` reads every fact as it was before
//! the change, while `view` reads it as the change has left it so far.

use alloc::vec::Vec;

use crate::ids::{KindId, Slot};
use crate::memory::archive::{Archive, Moment, Whereabouts};
use crate::memory::effects::Effects;
use crate::memory::handle::FactId;
use crate::memory::identity::Identity;
use crate::memory::slot_table::SlotTable;
use crate::memory::slots::Slots;

/// The facts of one type, to be read. They are written through [`Slab`](crate::memory::slab::Slab).
#[derive(Clone)]
pub struct Store<T> {
    pub(crate) kind: KindId,
    pub(crate) values: Vec<Option<T>>,
    pub(crate) table: SlotTable,
    pub(crate) touched: Vec<Touched<T>>,
    pub(crate) effects: Effects<T>,
    /// Values that something still asks for.
    pub(crate) archive: Archive<T>,
}

/// What the current change does to a fact.
#[derive(Clone)]
pub(crate) struct Touched<T> {
    pub(crate) slot: Slot,
    pub(crate) what: FactChange<T>,
}

/// What a change does to a fact, all its steps together.
#[derive(Clone)]
pub(crate) enum FactChange<T> {
    /// It is new; its value stands in its slot already.
    Inserted,
    /// It gets this value (after [`Slab::apply`](crate::memory::slab::Slab::apply): it had this value), and these fields were written.
    Updated { value: T, written: u64 },
    /// It goes (after [`Slab::apply`](crate::memory::slab::Slab::apply): it had this value).
    Retracted { value: Option<T> },
    /// It was new and is gone again: nobody sees it.
    Cancelled,
}

impl<T> Store<T> {
    /// Nothing, of the fact type with this number.
    pub(crate) fn new(kind: KindId) -> Self {
        // A constant: code that makes it would be a tenth of what is compiled for a fact type.
        let mut store = const { Self::nothing() };
        store.kind = kind;
        store
    }

    const fn nothing() -> Self {
        Store {
            kind: KindId(0),
            values: Vec::new(),
            table: SlotTable::new(),
            touched: Vec::new(),
            effects: Effects::new(),
            archive: Archive::new(),
        }
    }

    /// The fact in a slot, as the network sees it.
    ///
    /// # Panics
    ///
    /// Panics where there is none: a bug of the engine.
    #[must_use]
    #[inline]
    pub fn value(&self, slot: Slot) -> &T {
        self.values[slot.index()]
            .as_ref()
            .expect("the network names facts that are there")
    }

    /// The fact that stood in a slot before the change that is under way, after [`Slab::apply`](crate::memory::slab::Slab::apply).
    ///
    /// # Panics
    ///
    /// Panics where there was none: a bug of the engine.
    #[must_use]
    pub fn before(&self, slot: Slot) -> &T {
        let staged = self.table.staged(slot);
        if staged != 0
            && let FactChange::Updated { value, .. } | FactChange::Retracted { value: Some(value) } =
                &self.touched[staged as usize - 1].what
        {
            return value;
        }
        self.value(slot)
    }

    /// The fact in a slot, as it was at a moment.
    ///
    /// # Panics
    ///
    /// Panics where there was none: a bug of the engine.
    #[must_use]
    pub fn at(&self, slot: Slot, moment: Moment) -> &T {
        match moment {
            Moment::Now => self.value(slot),
            Moment::Before => self.before(slot),
            Moment::At(date) | Moment::Since(date) => {
                let kept = self.archive.at(slot, date);
                // What the change that is under way overwrites is not in the archive yet.
                kept.unwrap_or_else(|| self.before(slot))
            }
        }
    }

    /// The fact that stood in a slot at a moment, as it was then, or since then: as it is now or as it was when it
    /// went; and the slot by which effects name it, which for a fact that is gone is none.
    pub(crate) fn latest(&self, slot: Slot, moment: Moment) -> (Slot, &T) {
        let (date, is_latest) = match moment {
            Moment::Now | Moment::Before => return (slot, self.at(slot, moment)),
            Moment::At(date) => (date, false),
            Moment::Since(date) => (date, true),
        };
        let current = self.table.tags[slot.index()];
        let (slot_now, latest) = match self.archive.whereabouts(slot, date, current) {
            Whereabouts::Here => (slot, self.values[slot.index()].as_ref()),
            Whereabouts::Gone(number) => (Slot::of_gone(number), self.archive.gone(number)),
        };
        let value = if is_latest {
            latest.expect("a fact that is gone and asked for is kept")
        } else {
            self.at(slot, moment)
        };
        (slot_now, value)
    }

    /// The date of the fact in a slot, where the strategy goes by facts' dates.
    #[must_use]
    pub fn date(&self, slot: Slot) -> u64 {
        self.table
            .dates
            .get(slot.index())
            .copied()
            .unwrap_or_default()
    }

    /// The numbers of insertion of the facts, by slot; 0 where there is none.
    #[must_use]
    #[inline]
    pub fn tags(&self) -> &[u64] {
        &self.table.tags
    }

    /// The name of the fact in a slot.
    #[must_use]
    pub fn id(&self, slot: Slot) -> FactId {
        FactId {
            slot,
            kind: self.kind,
            tag: self.table.tags[slot.index()],
        }
    }

    /// The name of the fact that [`Slab::latest`] found.
    pub(crate) fn id_of_latest(&self, slot: Slot) -> FactId {
        if !slot.is_gone() {
            return self.id(slot);
        }
        FactId {
            slot,
            kind: self.kind,
            tag: self.archive.tag_of(slot.gone()),
        }
    }

    /// The value of the fact that [`Slab::latest`] found, as it is now or as it was when it went.
    #[inline]
    pub(crate) fn value_of_latest(&self, slot: Slot) -> &T {
        if !slot.is_gone() {
            return self.value(slot);
        }
        let value = self.archive.gone(slot.gone());
        value.expect("a fact that is gone and asked for is kept")
    }

    /// How many facts there are.
    pub(crate) fn len(&self) -> usize {
        self.table.len as usize
    }

    /// The slot that a name stands for, if its fact is there.
    pub(crate) fn slot(&self, id: FactId) -> Option<Slot> {
        let tag = *self.table.tags.get(id.slot.index())?;
        // A tag is one fact's alone, of whatever type. (The number of the type may be another version's.)
        (tag == id.tag && self.view(id.slot).is_some()).then_some(id.slot)
    }

    /// The fact in a slot as the current change has left it so far.
    #[inline]
    pub(crate) fn view(&self, slot: Slot) -> Option<&T> {
        let staged = self.table.staged(slot);
        if staged != 0 {
            match &self.touched[staged as usize - 1].what {
                FactChange::Updated { value, .. } if !self.table.applied => return Some(value),
                FactChange::Retracted { .. } | FactChange::Cancelled => return None,
                FactChange::Updated { .. } | FactChange::Inserted => {}
            }
        }
        self.values[slot.index()].as_ref()
    }

    /// The slots of all facts, in the order of insertion.
    pub fn slots(&self) -> Slots<'_, T> {
        Slots::new(self)
    }

    /// The same, with those of the events that wait.
    #[cfg(feature = "serde")]
    pub(crate) fn all_slots(&self) -> impl Iterator<Item = Slot> {
        let next = |&slot: &Slot| Some(self.after(slot)).filter(|&slot| slot != Slot::NONE);
        let first = Some(self.table.first).filter(|&slot| slot != Slot::NONE);
        core::iter::successors(first, next)
    }

    /// Whether a fact is an event whose time lies ahead.
    #[inline]
    pub(crate) fn is_waiting(&self, slot: Slot) -> bool {
        self.table.is_waiting(slot)
    }

    /// How many events wait.
    #[cfg(feature = "metrics")]
    pub(crate) fn waiting(&self) -> usize {
        self.table.count_waiting()
    }

    /// The slots of the facts that the change under way inserts or updates; not those of events that wait.
    #[doc(hidden)]
    pub fn written(&self) -> impl Iterator<Item = Slot> {
        let written = self
            .touched
            .iter()
            .filter(|of| matches!(of.what, FactChange::Inserted | FactChange::Updated { .. }));
        let slots = written.map(|touched| touched.slot);
        slots.filter(|&slot| !self.is_waiting(slot))
    }

    /// The slot of the fact that was inserted first, [`Slot::NONE`] where there is none.
    pub(crate) fn first(&self) -> Slot {
        self.table.first
    }

    /// The slot of the fact that was inserted next.
    pub(crate) fn after(&self, slot: Slot) -> Slot {
        self.table.after(slot)
    }

    /// What the current change does.
    pub(crate) fn touched(&self) -> &[Touched<T>] {
        &self.touched
    }

    /// The fact of an identity, of a type with a key: other types' may be missing from the table ([`Slab::settle_identities`](crate::memory::slab::Slab::settle_identities)).
    pub(crate) fn find(&self, hash: u64, same: impl Fn(&T) -> bool) -> Option<&T> {
        let same = |slot| self.view(slot).is_some_and(&same);
        self.table
            .identities
            .find(hash, same)
            .and_then(|slot| self.view(slot))
    }

    /// Whether a fact has the identity of a value, where no change is staged.
    pub(crate) fn is_known<I: Identity<T>>(&self, hash: u64, value: &T) -> bool {
        let same = |slot| I::same(self.value(slot), value);
        self.table.identities.find(hash, same).is_some()
    }
}
