//! The effects of a block on facts of one type, kept until the block has ended.
//!
//! While a block runs its variables borrow the facts, so nothing can change under it: what it inserts,
//! modifies and retracts is noted here, in order, and staged as one change when it ends well. A block
//! that fails leaves notes that nobody reads.

use alloc::vec::Vec;
use core::cell::RefCell;

use hashbrown::HashMap;

use crate::containers::arena::Arena;
use crate::containers::fields::Fields;
use crate::containers::hash::{BuildHasher, HASHER};
use crate::containers::trail::Mode;
use crate::ids::Slot;
use crate::memory::identity::Identity;
use crate::memory::slab::Slab;

/// One effect.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Effect {
    /// The value at this place of the arena is a new fact, the n-th that the block inserts.
    Insert {
        value: usize,
        nth: u64,
        /// Whether it stands only while the match does.
        logical: bool,
    },
    /// The fact in the slot gets the value at this place; what generated code says of the fields written.
    Modify {
        slot: Slot,
        value: usize,
        written: u64,
    },
    /// The fact in the slot goes.
    Retract { slot: Slot },
}

/// What a block has done to the fact in a slot.
#[derive(Debug, Clone, Copy, Default)]
struct Latest {
    /// The place of the value that it got last.
    value: Option<usize>,
    retracted: bool,
}

impl Latest {
    fn follow(&mut self, effect: Effect) {
        match effect {
            Effect::Modify { value, .. } => self.value = Some(value),
            Effect::Retract { .. } => self.retracted = true,
            Effect::Insert { .. } => {}
        }
    }
}

impl Effect {
    /// The slot of the fact that it is about, where that is not a new one.
    fn slot(self) -> Option<Slot> {
        match self {
            Effect::Modify { slot, .. } | Effect::Retract { slot } => Some(slot),
            Effect::Insert { .. } => None,
        }
    }
}

/// So many effects are gone through for what was done to a slot. Where there are more, a table has it.
const FEW: usize = 8;

/// The effects of a block on facts of one type.
pub(crate) struct Effects<T> {
    values: Arena<T>,
    notes: RefCell<Notes>,
}

/// The effects of a block, with values that stand elsewhere.
struct Notes {
    noted: Vec<Effect>,
    /// For each slot, what was done to it; empty while there are not more effects than [`FEW`].
    latest: HashMap<Slot, Latest, BuildHasher>,
}

impl Notes {
    const fn new() -> Self {
        Notes {
            noted: Vec::new(),
            latest: HashMap::with_hasher(HASHER),
        }
    }

    fn note(&mut self, effect: Effect) {
        self.noted.push(effect);
        if self.noted.len() > FEW {
            self.note_slot();
        }
    }

    /// Notes in the table what the effect that was noted last has done to its slot.
    #[inline(never)]
    fn note_slot(&mut self) {
        let Notes { noted, latest } = self;
        // The first that is one too many brings the others with it.
        let all = noted.len() == FEW + 1;
        let first = if all { 0 } else { noted.len() - 1 };
        for effect in &noted[first..] {
            if let Some(slot) = effect.slot() {
                latest.entry(slot).or_default().follow(*effect);
            }
        }
    }

    fn latest(&self, slot: Slot) -> Latest {
        if self.noted.len() > FEW {
            return self.latest.get(&slot).copied().unwrap_or_default();
        }
        let mut latest = Latest::default();
        let noted = self.noted.iter();
        let own = noted.filter(|effect| effect.slot() == Some(slot));
        own.for_each(|effect| latest.follow(*effect));
        latest
    }

    fn clear(&mut self) {
        self.noted.clear();
        self.latest.clear();
    }
}

/// A copy has none: they mean something while a block runs, and sessions are copied between blocks.
impl<T> Clone for Effects<T> {
    fn clone(&self) -> Self {
        Effects::new()
    }
}

impl<T> Effects<T> {
    pub(crate) const fn new() -> Self {
        Effects {
            values: Arena::new(),
            notes: RefCell::new(Notes::new()),
        }
    }

    pub(crate) fn insert(&self, fact: T, nth: u64, logical: bool) {
        let (value, _) = self.values.push(fact);
        self.note(Effect::Insert {
            value,
            nth,
            logical,
        });
    }

    pub(crate) fn retract(&self, slot: Slot) {
        if !slot.is_gone() {
            self.note(Effect::Retract { slot });
        }
    }

    /// The value that the block has given the fact in a slot, if it has, and whether the fact is gone: effects on it
    /// do nothing.
    #[inline]
    pub(crate) fn draft(&self, slot: Slot) -> (Option<&T>, bool) {
        if !self.are_noted() {
            return (None, slot.is_gone());
        }
        self.noted_draft(slot)
    }

    /// The same, where the block has had effects.
    #[inline(never)]
    fn noted_draft(&self, slot: Slot) -> (Option<&T>, bool) {
        let Latest { value, retracted } = self.notes.borrow().latest(slot);
        let value = value.map(|value| self.values.get(value));
        (value, retracted || slot.is_gone())
    }

    /// Notes a new value of the fact in a slot.
    pub(crate) fn modify(&self, slot: Slot, new: T, written: u64) -> &T {
        let (value, new) = self.values.push(new);
        self.note(Effect::Modify {
            slot,
            value,
            written,
        });
        new
    }

    fn note(&self, effect: Effect) {
        self.notes.borrow_mut().note(effect);
    }

    /// Whether there are any.
    #[inline]
    pub(crate) fn are_noted(&self) -> bool {
        !self.notes.borrow().noted.is_empty()
    }

    /// The one effect that a block has noted, where it is one.
    #[inline]
    pub(crate) fn single(&self) -> Option<Effect> {
        match self.notes.borrow().noted.as_slice() {
            &[effect] => Some(effect),
            _ => None,
        }
    }

    /// The value of the one effect that is noted.
    ///
    /// # Panics
    ///
    /// Panics if it has none.
    #[inline]
    pub(crate) fn single_value(&self) -> &T {
        self.values.get(0)
    }

    /// Takes a value out, to be [put back](Effects::put_back) before the effects are done.
    pub(crate) fn lend(&mut self, place: usize) -> Option<T> {
        self.values.take(place)
    }

    /// Puts a value back that was lent.
    pub(crate) fn put_back(&mut self, place: usize, value: T) {
        self.values.put_back(place, value);
    }

    /// Takes the value of the one effect that is noted, which is done then.
    pub(crate) fn take_single(&mut self) -> T {
        let value = self.values.take_only();
        // Of so few nothing stands in the table.
        self.notes.get_mut().noted.clear();
        value.expect("a block notes values that it has made")
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        let notes = self.notes.get_mut();
        // Staged effects are noted no more, but what is known of their slots stands there still.
        let are_noted = !(notes.noted.is_empty() && notes.latest.is_empty());
        if self.values.len() > 0 || are_noted {
            self.values.clear();
            notes.clear();
        }
    }
}

impl<T, M: Mode> Slab<T, M> {
    /// Stages what the block did, in order. The n-th fact inserted gets the tag `first_tag + n`.
    pub(crate) fn stage_effects<I: Identity<T>>(
        &mut self,
        first_tag: u64,
        sets: &'static [M::Fields],
    ) {
        let mut noted = core::mem::take(&mut self.effects_mut().notes.get_mut().noted);
        for effect in noted.drain(..) {
            match effect {
                Effect::Insert {
                    value,
                    nth,
                    logical,
                } => {
                    if let Some(value) = self.effects_mut().values.take(value) {
                        if const { I::RANKS } {
                            self.stage_candidate::<I>(value, first_tag + nth);
                            continue;
                        }
                        let (slot, is_new) = self.stage_insert::<I>(value, first_tag + nth);
                        self.note_insert(slot, is_new, logical);
                    }
                }
                Effect::Modify {
                    slot,
                    value,
                    written,
                } => {
                    if let Some(value) = self.effects_mut().values.take(value) {
                        self.stage_value::<I>(slot, value, Fields::said(written, sets));
                    }
                }
                Effect::Retract { slot } => self.stage_retract::<I>(slot),
            }
        }
        let effects = self.effects_mut();
        effects.notes.get_mut().noted = noted;
        effects.clear();
    }
}
