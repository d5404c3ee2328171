//! What is known of the slots of a fact type without its facts. It knows no type.

#[cfg(feature = "serde")]
use alloc::collections::TryReserveError;
use alloc::vec::Vec;
use core::{iter, mem};

use crate::ids::Slot;
use crate::memory::identities::Identities;

/// What a session says that is to hold more facts than it can.
const TOO_MANY: &str = "a session holds no more than 2³¹ facts of a type";

/// The slots of a fact type.
#[derive(Clone)]
pub(crate) struct SlotTable {
    /// Of the insertion that made each fact; 0 in a free slot.
    pub(crate) tags: Vec<u64>,
    /// The facts inserted before and after each; none where all slots have facts, inserted in the order of the slots. So it is
    /// until the first fact goes.
    neighbours: Vec<Neighbours>,
    /// The place of each in `touched`, plus one; 0 where the change has not touched it.
    staged: Seldom<u32>,
    /// Which are events whose time lies ahead.
    waiting: Seldom<bool>,
    pub(crate) free: Vec<Slot>,
    pub(crate) first: Slot,
    pub(crate) last: Slot,
    pub(crate) len: u32,
    /// When each fact was inserted or last modified, where the strategy asks.
    pub(crate) dates: Vec<u64>,
    pub(crate) identities: Identities,
    /// What is kept of the sets of fields that the change writes, where one word is not enough.
    pub(crate) written: Vec<u64>,
    /// Whether the change has been applied and not yet ended.
    pub(crate) applied: bool,
    /// What the current change says of what holds facts up, in order.
    pub(crate) support_changes: Vec<SupportChange>,
    /// Of the facts that the change retracts, those that expire.
    pub(crate) expiring: Vec<Slot>,
}

impl SlotTable {
    pub(crate) const fn new() -> Self {
        SlotTable {
            tags: Vec::new(),
            neighbours: Vec::new(),
            staged: Seldom::new(),
            waiting: Seldom::new(),
            free: Vec::new(),
            first: Slot::NONE,
            last: Slot::NONE,
            len: 0,
            dates: Vec::new(),
            identities: Identities::new(),
            written: Vec::new(),
            applied: false,
            support_changes: Vec::new(),
            expiring: Vec::new(),
        }
    }

    /// Puts the slots of facts in the order of insertion. It knows no type: a sort is much code, and so there is one.
    #[inline(never)]
    pub(crate) fn put_in_order(&self, slots: &mut [Slot]) {
        slots.sort_unstable_by_key(|&slot| self.tags[slot.index()]);
    }

    /// Makes a slot with a tag; 0 is that of a free one.
    ///
    /// # Panics
    ///
    /// Panics where there are as many as there can be.
    #[inline]
    pub(crate) fn grow(&mut self, tag: u64) -> Slot {
        let slot = u32::try_from(self.tags.len()).ok();
        let slot = slot.filter(|&slot| slot < Slot::LIMIT);
        let slot = Slot(slot.expect(TOO_MANY));
        self.tags.push(tag);
        if self.is_linked() {
            self.neighbours.push(Neighbours::NONE);
        }
        slot
    }

    /// There was a slot less.
    pub(crate) fn ungrow(&mut self) {
        self.tags.pop();
        self.neighbours.truncate(self.tags.len());
        self.staged.truncate(self.tags.len());
        self.waiting.truncate(self.tags.len());
    }

    /// Makes so many slots, where there are none.
    #[cfg(feature = "serde")]
    pub(crate) fn make_free(&mut self, slots: u32) -> Result<(), TryReserveError> {
        let slots = slots as usize;
        self.tags.try_reserve_exact(slots)?;
        self.neighbours.try_reserve_exact(slots)?;
        self.tags.resize(slots, 0);
        self.neighbours.resize(slots, Neighbours::NONE);
        Ok(())
    }

    /// Makes room for so many slots more.
    pub(crate) fn reserve(&mut self, additional: usize) {
        self.tags.reserve(additional);
        if self.is_linked() {
            self.neighbours.reserve(additional);
        }
    }

    /// Whether it is kept which fact was inserted before and after each.
    #[inline]
    fn is_linked(&self) -> bool {
        !self.neighbours.is_empty()
    }

    /// Keeps from now on which fact was inserted before and after each.
    #[inline]
    pub(crate) fn link(&mut self) {
        if !self.is_linked() {
            self.link_all();
        }
    }

    #[cold]
    fn link_all(&mut self) {
        // Empty, but it may have room from before a way back.
        let mut neighbours = mem::take(&mut self.neighbours);
        let slots = Slot::each(self.tags.len());
        neighbours.extend(slots.map(|slot| self.neighbours(slot)));
        self.neighbours = neighbours;
    }

    /// The facts inserted before and after one.
    #[inline]
    fn neighbours(&self, slot: Slot) -> Neighbours {
        if self.is_linked() {
            return self.neighbours[slot.index()];
        }
        Neighbours {
            prev: slot.previous(),
            next: if slot == self.last {
                Slot::NONE
            } else {
                slot.next()
            },
        }
    }

    /// The slot of the fact that was inserted next, or [`Slot::NONE`].
    #[inline]
    pub(crate) fn after(&self, slot: Slot) -> Slot {
        self.neighbours(slot).next
    }

    /// Its place in `touched`, plus one; 0 where the change has not touched it.
    #[inline]
    pub(crate) fn staged(&self, slot: Slot) -> u32 {
        self.staged.get(slot)
    }

    /// Notes that a change has touched a fact, or has ended.
    #[inline]
    pub(crate) fn set_staged(&mut self, slot: Slot, place: u32) {
        self.staged.set(slot, place);
    }

    /// Whether a fact is an event whose time lies ahead.
    #[inline]
    pub(crate) fn is_waiting(&self, slot: Slot) -> bool {
        self.waiting.get(slot)
    }

    /// Notes whether it is.
    pub(crate) fn set_waiting(&mut self, slot: Slot, waits: bool) {
        self.waiting.set(slot, waits);
    }

    /// How many events wait.
    #[cfg(feature = "metrics")]
    pub(crate) fn count_waiting(&self) -> usize {
        self.waiting.0.iter().filter(|&&waits| waits).count()
    }

    /// What is known of a slot between changes.
    pub(crate) fn entry(&self, slot: Slot) -> Entry {
        Entry {
            tag: self.tags[slot.index()],
            neighbours: self.neighbours(slot),
            waiting: self.is_waiting(slot),
        }
    }

    /// Makes the fact in a slot, which was free, the last one.
    #[inline]
    pub(crate) fn append(&mut self, slot: Slot, tag: u64) {
        self.tags[slot.index()] = tag;
        self.put_last(slot);
    }

    /// Makes a slot, whose fact is the last one.
    ///
    /// # Panics
    ///
    /// Panics where there are as many as there can be.
    #[inline]
    pub(crate) fn append_grown(&mut self, tag: u64) -> Slot {
        let slot = self.grow(tag);
        self.put_last(slot);
        slot
    }

    /// Makes the fact in a slot the last one, in the order of insertion.
    #[inline]
    fn put_last(&mut self, slot: Slot) {
        let prev = mem::replace(&mut self.last, slot);
        if prev == Slot::NONE {
            self.first = slot;
        }
        if self.is_linked() {
            self.neighbours[slot.index()] = Neighbours {
                prev,
                next: Slot::NONE,
            };
            if prev != Slot::NONE {
                self.neighbours[prev.index()].next = slot;
            }
        }
        self.len += 1;
    }

    /// Makes so many slots, of facts that are the last ones now, with tags one after the other from this one on.
    ///
    /// # Panics
    ///
    /// Panics where there would be more than there can be.
    pub(crate) fn append_new(&mut self, facts: usize, first_tag: u64) {
        let first = self.tags.len();
        let end = u32::try_from(first + facts).ok();
        let end = end.filter(|&end| end <= Slot::LIMIT).expect(TOO_MANY);
        if facts == 0 {
            return;
        }
        let first = Slot(first as u32);
        self.tags.extend((first_tag..).take(facts));
        let prev = mem::replace(&mut self.last, Slot(end).previous());
        if prev == Slot::NONE {
            self.first = first;
        }
        if self.is_linked() {
            if prev != Slot::NONE {
                self.neighbours[prev.index()].next = first;
            }
            let slots = Slot::within(first..Slot(end));
            let before = iter::once(prev).chain(slots.clone());
            let new = slots.zip(before).map(|(slot, prev)| Neighbours {
                prev,
                next: slot.next(),
            });
            self.neighbours.extend(new);
            self.neighbours[self.last.index()].next = Slot::NONE;
        }
        self.len += facts as u32;
    }

    /// Frees the slot of a fact, which `len` counts no more since it is to go.
    #[inline]
    pub(crate) fn vacate(&mut self, slot: Slot) {
        self.link();
        let Neighbours { next, prev } = self.neighbours[slot.index()];
        match prev {
            Slot::NONE => self.first = next,
            prev => self.neighbours[prev.index()].next = next,
        }
        match next {
            Slot::NONE => self.last = prev,
            next => self.neighbours[next.index()].prev = prev,
        }
        self.tags[slot.index()] = 0;
        self.waiting.set(slot, false);
        self.free.push(slot);
    }

    /// Takes a step back.
    pub(crate) fn take_back(&mut self, step: SlotStep) {
        match step {
            SlotStep::Entry(slot, entry) => {
                self.tags[slot.index()] = entry.tag;
                if self.is_linked() {
                    self.neighbours[slot.index()] = entry.neighbours;
                }
                self.staged.set(slot, 0);
                self.waiting.set(slot, entry.waiting);
            }
            SlotStep::Freed => {
                self.free.pop();
            }
            SlotStep::Taken(slot) => self.free.push(slot),
            SlotStep::Date(slot, date) => self.dates[slot.index()] = date,
            SlotStep::Entered(hash, slot) => {
                self.identities.remove(hash, slot);
            }
            SlotStep::Left(hash, slot) => self.identities.insert(hash, slot),
        }
    }

    /// Gives back the memory that is not used.
    pub(crate) fn shrink_to_fit(&mut self) {
        self.tags.shrink_to_fit();
        self.neighbours.shrink_to_fit();
        self.staged.0.shrink_to_fit();
        self.waiting.0.shrink_to_fit();
        self.free.shrink_to_fit();
        self.dates.shrink_to_fit();
        self.identities.shrink_to_fit();
        self.support_changes.shrink_to_fit();
    }

    /// Forgets what the change said.
    pub(crate) fn end_change(&mut self) {
        self.written.clear();
        self.support_changes.clear();
        self.expiring.clear();
        self.applied = false;
    }
}

/// What is done to slots, as it is taken back. (`first`, `last` and `len` go back by themselves.)
#[derive(Debug, Clone, Copy)]
pub(crate) enum SlotStep {
    /// A slot had this entry.
    Entry(Slot, Entry),
    /// The last of the free slots was not free.
    Freed,
    /// A slot was the last of the free ones.
    Taken(Slot),
    /// A fact had this date.
    Date(Slot, u64),
    /// A fact has the identity with this hash.
    Entered(u64, Slot),
    /// A fact had it.
    Left(u64, Slot),
}

/// A step of what a change says of what holds facts up.
#[derive(Debug, Clone, Copy)]
pub(crate) enum SupportChange {
    /// The fact in the slot stands by itself from now on.
    Stated { slot: Slot },
    /// The match that fires supports the fact, which may be new.
    Supported { slot: Slot, is_new: bool },
    /// The match that fires supports a candidate, which may be new.
    Waits { candidate: Slot, is_new: bool },
    /// What holds up one fact, which goes, is to hold up another.
    Passed { from: Slot, to: Slot },
}

/// The facts inserted before and after one.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Neighbours {
    pub(crate) next: Slot,
    pub(crate) prev: Slot,
}

impl Neighbours {
    /// Of a slot without a fact.
    const NONE: Self = Neighbours {
        next: Slot::NONE,
        prev: Slot::NONE,
    };
}

/// A slot's place in working memory.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entry {
    /// Of the insertion that made the fact; 0 in a free slot.
    pub(crate) tag: u64,
    pub(crate) neighbours: Neighbours,
    /// Whether the fact is an event whose time lies ahead.
    waiting: bool,
}

/// What is said of few slots: it takes no room for those behind the last of them.
#[derive(Debug, Clone)]
struct Seldom<T>(Vec<T>);

impl<T: Copy + Default + PartialEq> Seldom<T> {
    const fn new() -> Self {
        Seldom(Vec::new())
    }

    #[inline]
    fn get(&self, slot: Slot) -> T {
        self.0.get(slot.index()).copied().unwrap_or_default()
    }

    #[inline]
    fn set(&mut self, slot: Slot, value: T) {
        if let Some(of_slot) = self.0.get_mut(slot.index()) {
            *of_slot = value;
        } else if value != T::default() {
            self.lengthen(slot, value);
        }
    }

    #[inline(never)]
    fn lengthen(&mut self, slot: Slot, value: T) {
        self.0.resize(slot.index(), T::default());
        self.0.push(value);
    }

    fn truncate(&mut self, slots: usize) {
        self.0.truncate(slots);
    }
}
