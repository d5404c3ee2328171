//! The facts of one type, and what the current change does to them.
//!
//! A change is staged first and applied at its end: until then `value` reads every fact as it was before
//! the change, while `view` reads it as the change has left it so far. Between the two states
//! stands [`Slab::apply`]. That is all the network needs to compare before and after.

#[cfg(feature = "serde")]
mod saved;

use alloc::vec::Vec;
use core::mem;

use hashbrown::HashTable;

use crate::archive::{Archive, Moment, Whereabouts};
use crate::effects::Effects;
use crate::handle::FactId;
use crate::identity::{Identity, OnInsert};
use crate::index::NIL;

/// The facts of one type.
#[derive(Clone)]
pub struct Slab<T> {
    kind: u32,
    values: Vec<Option<T>>,
    entries: Vec<Entry>,
    free: Vec<u32>,
    first: u32,
    last: u32,
    len: usize,
    /// When each fact was inserted or last modified, where the strategy asks.
    dates: Vec<u64>,
    identities: HashTable<u32>,
    touched: Vec<Touched<T>>,
    /// Whether the change has been applied and not yet ended.
    applied: bool,
    pub(crate) effects: Effects<T>,
    /// What the current change says of what holds facts up, in order.
    pub(crate) standing: Vec<Standing>,
    /// Values that something still asks for.
    pub(crate) archive: Archive<T>,
}

/// A step of what a change says of what holds facts up.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Standing {
    /// The fact in the slot stands by itself from now on.
    Stated { slot: u32 },
    /// The match that fires supports the fact, which may be new.
    Supported { slot: u32, is_new: bool },
    /// What holds up one fact, which goes, is to hold up another.
    Passed { from: u32, to: u32 },
}

/// A slot's place in working memory.
#[derive(Debug, Clone, Copy)]
struct Entry {
    /// Of the insertion that made the fact; 0 in a free slot.
    tag: u64,
    /// The facts inserted before and after it.
    next: u32,
    prev: u32,
    /// Its place in `touched`, plus one; 0 where the change has not touched it.
    staged: u32,
}

impl Entry {
    /// Of a slot without a fact.
    const FREE: Entry = Entry {
        tag: 0,
        next: NIL,
        prev: NIL,
        staged: 0,
    };
}

/// What the current change does to a fact.
#[derive(Clone)]
pub(crate) struct Touched<T> {
    pub(crate) slot: u32,
    pub(crate) what: What<T>,
}

/// What a change does to a fact, all its steps together.
#[derive(Clone)]
pub(crate) enum What<T> {
    /// It is new; its value stands in its slot already.
    Inserted,
    /// It gets this value (after [`Slab::apply`]: it had this value), and these fields were written.
    Updated { value: T, written: u64 },
    /// It goes (after [`Slab::apply`]: it had this value).
    Retracted { value: Option<T> },
    /// It was new and is gone again: nobody sees it.
    Void,
}

/// The bit that tells the number of a fact that is gone from a slot.
pub(crate) const GONE: u32 = 1 << 31;

/// Every field.
pub(crate) const ALL: u64 = u64::MAX;

impl<T> Slab<T> {
    /// An empty slab of the fact type with this number.
    #[must_use]
    pub fn new(kind: u32) -> Self {
        Slab {
            kind,
            values: Vec::new(),
            entries: Vec::new(),
            free: Vec::new(),
            first: NIL,
            last: NIL,
            len: 0,
            dates: Vec::new(),
            identities: HashTable::new(),
            touched: Vec::new(),
            applied: false,
            effects: Effects::default(),
            standing: Vec::new(),
            archive: Archive::default(),
        }
    }

    /// The fact in a slot, as the network sees it.
    ///
    /// # Panics
    ///
    /// Panics where there is none: a bug of the engine.
    #[must_use]
    #[inline]
    pub fn value(&self, slot: u32) -> &T {
        self.values[slot as usize]
            .as_ref()
            .expect("the network names facts that are there")
    }

    /// The fact that stood in a slot before the change that is under way, after [`Slab::apply`].
    ///
    /// # Panics
    ///
    /// Panics where there was none: a bug of the engine.
    #[must_use]
    pub fn before(&self, slot: u32) -> &T {
        match self.entries[slot as usize].staged {
            0 => self.value(slot),
            staged => match &self.touched[staged as usize - 1].what {
                What::Updated { value, .. } | What::Retracted { value: Some(value) } => value,
                What::Inserted | What::Retracted { value: None } | What::Void => self.value(slot),
            },
        }
    }

    /// The fact in a slot, as it was at a moment.
    ///
    /// # Panics
    ///
    /// Panics where there was none: a bug of the engine.
    #[must_use]
    pub fn at(&self, slot: u32, moment: Moment) -> &T {
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

    /// The fact that stood in a slot at a moment, as it is now or as it was when it went; and the slot by
    /// which effects name it, which for a fact that is gone is none.
    pub(crate) fn latest(&self, slot: u32, moment: Moment) -> (u32, &T) {
        let Moment::Since(date) = moment else {
            return (slot, self.at(slot, moment));
        };
        let current = self.entries[slot as usize].tag;
        match self.archive.whereabouts(slot, date, current) {
            Whereabouts::Here => (slot, self.value(slot)),
            Whereabouts::Gone(number) => {
                let last = self.archive.gone(number);
                (
                    GONE | number,
                    last.expect("a fact that is gone and asked for is kept"),
                )
            }
        }
    }

    /// The date of the fact in a slot, where the strategy goes by facts' dates.
    #[must_use]
    pub fn date(&self, slot: u32) -> u64 {
        self.dates.get(slot as usize).copied().unwrap_or_default()
    }

    /// The name of the fact in a slot.
    #[must_use]
    pub fn id(&self, slot: u32) -> FactId {
        FactId {
            slot,
            kind: self.kind,
            tag: self.entries[slot as usize].tag,
        }
    }

    /// The name of the fact that [`Slab::latest`] found.
    pub(crate) fn id_of_latest(&self, slot: u32) -> FactId {
        if slot & GONE == 0 {
            return self.id(slot);
        }
        FactId {
            slot,
            kind: self.kind,
            tag: self.archive.tag_of(slot & !GONE),
        }
    }

    /// How many facts there are.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The slot that a name stands for, if its fact is there.
    pub(crate) fn slot(&self, id: FactId) -> Option<u32> {
        let entry = self.entries.get(id.slot as usize)?;
        (entry.tag == id.tag && id.kind == self.kind && self.view(id.slot).is_some())
            .then_some(id.slot)
    }

    /// The fact in a slot as the current change has left it so far.
    pub(crate) fn view(&self, slot: u32) -> Option<&T> {
        match self.entries[slot as usize].staged {
            0 => self.values[slot as usize].as_ref(),
            staged => match &self.touched[staged as usize - 1].what {
                What::Inserted => self.values[slot as usize].as_ref(),
                What::Updated { value, .. } => Some(value),
                What::Retracted { .. } | What::Void => None,
            },
        }
    }

    /// The slots of all facts, in the order of insertion.
    pub(crate) fn slots(&self) -> impl Iterator<Item = u32> + '_ {
        core::iter::successors((self.first != NIL).then_some(self.first), |&slot| {
            Some(self.entries[slot as usize].next).filter(|&next| next != NIL)
        })
        .filter(|&slot| self.view(slot).is_some())
    }

    /// What the current change does.
    pub(crate) fn touched(&self) -> &[Touched<T>] {
        &self.touched
    }

    /// Stages an insert. The answer is the fact's slot: where the type tells facts apart, that of the
    /// fact that is there; and whether it is new.
    pub(crate) fn stage_insert<I: Identity<T>>(&mut self, value: T, tag: u64) -> (u32, bool) {
        if let Some(hash) = I::hash(&value) {
            if let Some(slot) = self.find_identity::<I>(hash, &value, NIL) {
                if I::ON_INSERT == OnInsert::Replace {
                    self.stage_value::<I>(slot, value, ALL);
                }
                return (slot, false);
            }
            let slot = self.occupy(value, tag);
            self.enter_identity::<I>(hash, slot);
            return (slot, true);
        }
        (self.occupy(value, tag), true)
    }

    /// Notes how an inserted fact is held up.
    pub(crate) fn note_insert(&mut self, slot: u32, is_new: bool, logical: bool) {
        if logical {
            self.standing.push(Standing::Supported { slot, is_new });
        } else if !is_new {
            self.standing.push(Standing::Stated { slot });
        }
    }

    /// Stages a new value of the fact in a slot, of which some fields were written.
    pub(crate) fn stage_value<I: Identity<T>>(&mut self, slot: u32, new: T, fields: u64) {
        if self.view(slot).is_none() {
            return;
        }
        let hash = I::hash(&new);
        if let Some(hash) = hash {
            self.leave_identity::<I>(slot);
            if let Some(other) = self.find_identity::<I>(hash, &new, slot) {
                self.stage_retract::<I>(other);
                let (from, to) = (other, slot);
                self.standing.push(Standing::Passed { from, to });
            }
        }
        match self.entries[slot as usize].staged {
            0 => self.touch(
                slot,
                What::Updated {
                    value: new,
                    written: fields,
                },
            ),
            staged => match &mut self.touched[staged as usize - 1].what {
                What::Updated { value, written } => {
                    *value = new;
                    *written |= fields;
                }
                What::Inserted => self.values[slot as usize] = Some(new),
                What::Retracted { .. } | What::Void => {}
            },
        }
        if let Some(hash) = hash {
            self.enter_identity::<I>(hash, slot);
        }
    }

    /// Stages the retraction of the fact in a slot.
    pub(crate) fn stage_retract<I: Identity<T>>(&mut self, slot: u32) {
        if self.view(slot).is_none() {
            return;
        }
        self.leave_identity::<I>(slot);
        match self.entries[slot as usize].staged {
            0 => self.touch(slot, What::Retracted { value: None }),
            staged => {
                let what = &mut self.touched[staged as usize - 1].what;
                *what = match mem::replace(what, What::Void) {
                    What::Inserted | What::Void => What::Void,
                    What::Updated { value, .. } => What::Retracted {
                        value: self.applied.then_some(value),
                    },
                    retracted @ What::Retracted { .. } => retracted,
                };
            }
        }
        self.len -= 1;
    }

    /// Goes from the state before the change to the state after it, of this date where dates are kept.
    /// What was before is in `touched` from here to [`Slab::finish`].
    pub(crate) fn apply(&mut self, date: Option<u64>) {
        self.applied = true;
        if let Some(date) = date {
            self.dates.resize(self.values.len(), 0);
            for touched in &self.touched {
                self.dates[touched.slot as usize] = date;
            }
        }
        for touched in &mut self.touched {
            let current = &mut self.values[touched.slot as usize];
            match &mut touched.what {
                What::Updated { value, .. } => {
                    if let Some(current) = current {
                        mem::swap(current, value);
                    }
                }
                What::Retracted { value } => *value = current.take(),
                What::Inserted | What::Void => {}
            }
        }
    }

    /// Takes what the change overwrote or took out in a slot; a copy of it where it is asked for after the
    /// change.
    pub(crate) fn take_before(
        &mut self,
        slot: u32,
        duplicate: impl FnOnce(&T) -> Option<T>,
    ) -> Option<T> {
        let place = self
            .touched
            .iter()
            .position(|touched| touched.slot == slot)?;
        if !self.archive.is_empty()
            && let What::Updated { value, .. } | What::Retracted { value: Some(value) } =
                &self.touched[place].what
            && let Some(copy) = duplicate(value)
        {
            return Some(copy);
        }
        match core::mem::replace(&mut self.touched[place].what, What::Inserted) {
            What::Updated { value, .. } => Some(value),
            What::Retracted { value } => {
                self.touched[place].what = What::Retracted { value: None };
                value
            }
            What::Inserted | What::Void => None,
        }
    }

    /// Ends the change of a date: forgets what was before, and frees the slots of the facts that went.
    pub(crate) fn finish(&mut self, date: u64) {
        let mut touched = mem::take(&mut self.touched);
        for Touched { slot, what } in touched.drain(..) {
            let Entry { tag, staged, .. } = &mut self.entries[slot as usize];
            *staged = 0;
            let current = &mut self.values[slot as usize];
            match what {
                What::Inserted => {}
                What::Updated { value, .. } => self.archive.overwrite(slot, date, *tag, value),
                What::Retracted { value } => {
                    // A fact that fell is still there, perhaps with a value that it got in this change.
                    match (value, current.take()) {
                        (Some(before), Some(last)) => {
                            self.archive.overwrite(slot, date, *tag, before);
                            self.archive.retract(slot, date, *tag, last);
                        }
                        (last, None) | (None, last) => {
                            if let Some(last) = last {
                                self.archive.retract(slot, date, *tag, last);
                            }
                        }
                    }
                    self.vacate(slot);
                }
                What::Void => {
                    *current = None;
                    self.vacate(slot);
                }
            }
        }
        self.touched = touched;
        self.applied = false;
    }

    /// Forgets the change, as if nothing had been staged.
    pub(crate) fn revert<I: Identity<T>>(&mut self) {
        self.standing.clear();
        // First what the change put in, then what it took out: an identity has one fact at a time.
        for index in 0..self.touched.len() {
            let slot = self.touched[index].slot;
            if self.view(slot).is_some() {
                self.leave_identity::<I>(slot);
            }
        }
        for touched in &self.touched {
            self.entries[touched.slot as usize].staged = 0;
        }
        let mut touched = mem::take(&mut self.touched);
        for Touched { slot, what } in touched.drain(..).rev() {
            match what {
                What::Inserted => {
                    self.values[slot as usize] = None;
                    self.vacate(slot);
                    self.len -= 1;
                    continue;
                }
                What::Void => {
                    self.values[slot as usize] = None;
                    self.vacate(slot);
                    continue;
                }
                What::Retracted { .. } => self.len += 1,
                What::Updated { .. } => {}
            }
            if let Some(hash) = I::hash(self.value(slot)) {
                self.enter_identity::<I>(hash, slot);
            }
        }
        self.touched = touched;
    }

    fn touch(&mut self, slot: u32, what: What<T>) {
        self.touched.push(Touched { slot, what });
        self.entries[slot as usize].staged = self.touched.len() as u32;
    }

    fn occupy(&mut self, value: T, tag: u64) -> u32 {
        let slot = if let Some(slot) = self.free.pop() {
            self.values[slot as usize] = Some(value);
            slot
        } else {
            let slot = u32::try_from(self.values.len())
                .ok()
                .filter(|&slot| slot < GONE);
            self.values.push(Some(value));
            self.entries.push(Entry::FREE);
            slot.expect("a session holds fewer than 2³¹ facts of a type")
        };
        self.append(slot, tag);
        slot
    }

    /// Makes the fact in a slot the last one, and stages it as inserted.
    fn append(&mut self, slot: u32, tag: u64) {
        self.entries[slot as usize] = Entry {
            tag,
            prev: self.last,
            ..Entry::FREE
        };
        match self.last {
            NIL => self.first = slot,
            last => self.entries[last as usize].next = slot,
        }
        self.last = slot;
        self.len += 1;
        self.touch(slot, What::Inserted);
    }

    fn vacate(&mut self, slot: u32) {
        let Entry { next, prev, .. } = self.entries[slot as usize];
        match prev {
            NIL => self.first = next,
            prev => self.entries[prev as usize].next = next,
        }
        match next {
            NIL => self.last = prev,
            next => self.entries[next as usize].prev = prev,
        }
        self.entries[slot as usize].tag = 0;
        self.free.push(slot);
    }

    /// The fact of an identity.
    pub(crate) fn find(&self, hash: u64, same: impl Fn(&T) -> bool) -> Option<&T> {
        let same = |&slot: &u32| self.view(slot).is_some_and(&same);
        self.identities
            .find(hash, same)
            .and_then(|&slot| self.view(slot))
    }

    /// The fact that has the identity of a value, other than the one in the slot `except`.
    fn find_identity<I: Identity<T>>(&self, hash: u64, value: &T, except: u32) -> Option<u32> {
        let same = |&slot: &u32| {
            slot != except && self.view(slot).is_some_and(|fact| I::same(fact, value))
        };
        self.identities.find(hash, same).copied()
    }

    fn enter_identity<I: Identity<T>>(&mut self, hash: u64, slot: u32) {
        let mut identities = mem::take(&mut self.identities);
        identities.insert_unique(hash, slot, |&slot| {
            self.view(slot).and_then(I::hash).unwrap_or_default()
        });
        self.identities = identities;
    }

    fn leave_identity<I: Identity<T>>(&mut self, slot: u32) {
        let Some(hash) = self.view(slot).and_then(I::hash) else {
            return;
        };
        if let Ok(entry) = self.identities.find_entry(hash, |&s| s == slot) {
            entry.remove();
        }
    }
}
