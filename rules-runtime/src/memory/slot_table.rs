//! What is known of the slots of a fact type without its facts. It knows no type.

use alloc::vec::Vec;
use core::iter;

use crate::containers::index::NIL;
use crate::memory::identities::Identities;

/// The bit that tells the number of a fact that is gone from a slot.
pub(crate) const GONE: u32 = 1 << 31;

/// What a session says that is to hold more facts than it can.
const TOO_MANY: &str = "a session holds no more than 2³¹ facts of a type";

/// The slots of a fact type.
#[derive(Clone)]
pub(crate) struct SlotTable {
    pub(crate) entries: Vec<Entry>,
    pub(crate) free: Vec<u32>,
    pub(crate) first: u32,
    pub(crate) last: u32,
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
    pub(crate) expiring: Vec<u32>,
}

impl SlotTable {
    pub(crate) const fn new() -> Self {
        SlotTable {
            entries: Vec::new(),
            free: Vec::new(),
            first: NIL,
            last: NIL,
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
    pub(crate) fn put_in_order(&self, slots: &mut [u32]) {
        slots.sort_unstable_by_key(|&slot| self.entries[slot as usize].tag);
    }

    /// Makes a slot, which is free.
    ///
    /// # Panics
    ///
    /// Panics where there are as many as there can be.
    pub(crate) fn grow(&mut self) -> u32 {
        let slot = u32::try_from(self.entries.len()).ok();
        let slot = slot.filter(|&slot| slot < GONE);
        let slot = slot.expect(TOO_MANY);
        self.entries.push(Entry::FREE);
        slot
    }

    /// Makes the fact in a slot, which was free, the last one.
    #[inline]
    pub(crate) fn append(&mut self, slot: u32, tag: u64) {
        let prev = self.last;
        self.entries[slot as usize] = Entry {
            tag,
            prev,
            ..Entry::FREE
        };
        match prev {
            NIL => self.first = slot,
            prev => self.entries[prev as usize].next = slot,
        }
        self.last = slot;
        self.len += 1;
    }

    /// Makes so many slots, of facts that are the last ones now, with tags one after the other from this one on.
    ///
    /// # Panics
    ///
    /// Panics where there would be more than there can be.
    pub(crate) fn append_new(&mut self, facts: usize, first_tag: u64) {
        let first = self.entries.len();
        let end = u32::try_from(first + facts).ok();
        let end = end.filter(|&end| end <= GONE).expect(TOO_MANY);
        if facts == 0 {
            return;
        }
        let first = first as u32;
        match self.last {
            NIL => self.first = first,
            last => self.entries[last as usize].next = first,
        }
        let before = iter::once(self.last).chain(first..);
        let new = (first..end).zip(before).zip(first_tag..);
        self.entries.extend(new.map(|((slot, prev), tag)| Entry {
            tag,
            prev,
            next: slot + 1,
            ..Entry::FREE
        }));
        self.last = end - 1;
        self.entries[self.last as usize].next = NIL;
        self.len += facts as u32;
    }

    /// Frees the slot of a fact, which `len` counts no more since it is to go.
    #[inline]
    pub(crate) fn vacate(&mut self, slot: u32) {
        let Entry { next, prev, .. } = self.entries[slot as usize];
        match prev {
            NIL => self.first = next,
            prev => self.entries[prev as usize].next = next,
        }
        match next {
            NIL => self.last = prev,
            next => self.entries[next as usize].prev = prev,
        }
        let entry = &mut self.entries[slot as usize];
        (entry.tag, entry.waiting) = (0, false);
        self.free.push(slot);
    }

    /// Takes a step back.
    pub(crate) fn take_back(&mut self, step: SlotStep) {
        match step {
            SlotStep::Entry(slot, entry) => {
                self.entries[slot as usize] = Entry { staged: 0, ..entry };
            }
            SlotStep::Freed => {
                self.free.pop();
            }
            SlotStep::Taken(slot) => self.free.push(slot),
            SlotStep::Date(slot, date) => self.dates[slot as usize] = date,
            SlotStep::Entered(hash, slot) => {
                self.identities.remove(hash, slot);
            }
            SlotStep::Left(hash, slot) => self.identities.insert(hash, slot),
        }
    }

    /// Gives back the memory that is not used.
    pub(crate) fn shrink_to_fit(&mut self) {
        self.entries.shrink_to_fit();
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
    Entry(u32, Entry),
    /// The last of the free slots was not free.
    Freed,
    /// A slot was the last of the free ones.
    Taken(u32),
    /// A fact had this date.
    Date(u32, u64),
    /// A fact has the identity with this hash.
    Entered(u64, u32),
    /// A fact had it.
    Left(u64, u32),
}

/// A step of what a change says of what holds facts up.
#[derive(Debug, Clone, Copy)]
pub(crate) enum SupportChange {
    /// The fact in the slot stands by itself from now on.
    Stated { slot: u32 },
    /// The match that fires supports the fact, which may be new.
    Supported { slot: u32, is_new: bool },
    /// The match that fires supports a candidate, which may be new.
    Waits { candidate: u32, is_new: bool },
    /// What holds up one fact, which goes, is to hold up another.
    Passed { from: u32, to: u32 },
}

/// A slot's place in working memory.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entry {
    /// Of the insertion that made the fact; 0 in a free slot.
    pub(crate) tag: u64,
    /// The facts inserted before and after it.
    pub(crate) next: u32,
    pub(crate) prev: u32,
    /// Whether the fact is an event whose time lies ahead.
    pub(crate) waiting: bool,
    /// Its place in `touched`, plus one; 0 where the change has not touched it.
    pub(crate) staged: u32,
}

impl Entry {
    /// Of a slot without a fact.
    pub(crate) const FREE: Entry = Entry {
        tag: 0,
        next: NIL,
        prev: NIL,
        waiting: false,
        staged: 0,
    };
}
