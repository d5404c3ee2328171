//! A change of one fact, or an insert of several of one type, straight through the network.
//!
//! A change is staged, so that it can say several things of several facts, or be taken back before it is one. A call
//! that changes one fact, and a block with one effect, need nothing of it. Where nothing asks for more than what
//! the change of that fact begins and ends, it goes through the network at once: what it ends is taken out while it
//! reads as before, then it gets its value, then what it begins is put in. The steps and their order are those of
//! [`change`].

use alloc::vec::Vec;
use core::mem;

use crate::agenda::Compare as _;
use crate::containers::fields::Fields;
use crate::containers::trail::Mode;
use crate::ids::Slot;
use crate::joins::token::TouchedRun;
use crate::memory::effects::Effect;
use crate::memory::handle::Handle;
use crate::memory::identity::{Identity, OnInsert};
use crate::network::conditions::{FieldsOf, Holds, Visitor, visit_affected};
use crate::network::engine_features::HasFeatures;
use crate::network::order::ByPlan;
use crate::network::turns;
use crate::plan::SHARED_BIT;
use crate::session::change;
use crate::session::program::Program;
use crate::session::work::Work;

/// Of so many matches that a change begins it is found out which fires next. Of more, it is when they are on the agenda.
const FEW: usize = 4;

/// Which changes of a ruleset's sessions go straight.
pub(crate) trait Straight: HasFeatures {
    /// Whether inserts may: nothing is logical, and no fact has a date.
    const INSERTS: bool = !(Self::PLAN.logical || Self::FEATURES.facts_dates);
    /// Whether other changes may: no firing has left anything behind that asks for values which are gone.
    const CHANGES: bool = Self::INSERTS && !Self::FEATURES.past();
    /// Whether firings without effects may: nothing is noted of a firing, and no fact has a date.
    const FIRINGS: bool = !(Self::FEATURES.past() || Self::FEATURES.facts_dates);
    /// Whether an activation that fires next can stay in hand.
    const HANDS: bool = Self::FEATURES.hand && !<Self::Mode as Mode>::TRAILS;
}

impl<P: Program> Straight for P {}

/// Which changes of facts of a type go straight.
pub(crate) trait StraightFor<F: 'static>: Straight + Holds<F> {
    /// Whether inserts may: one over the key of a fact that is there gives that fact a new value, as other changes do.
    const INSERTS_ONE: bool = {
        let replaces = matches!(IdentityOf::<Self, F>::ON_INSERT, OnInsert::Replace);
        Self::INSERTS && (Self::CHANGES || !replaces) && !Self::EVENT
    };
    /// Whether inserts of several facts may as one change: none of them is another, or stands for one.
    const INSERTS_TOGETHER: bool = Self::INSERTS_ONE && !IdentityOf::<Self, F>::TELLS_APART;
    /// Whether other changes may: what happens to events is told to the clock.
    const CHANGES_ONE: bool = Self::CHANGES && !Self::EVENT;
    /// Whether an old value is kept until the change is over: it is taken out of accumulates, is noted for the way back, or to
    /// drop it may be the user's code.
    const KEEPS_OLD: bool =
        Self::FEATURES.summaries || <Self::Mode as Mode>::TRAILS || mem::needs_drop::<F>();
    /// Whether a fact that goes is kept, and its slot: besides, the agenda may order by it what the change ends.
    const KEEPS_GONE: bool =
        Self::KEEPS_OLD || Self::FEATURES.by_more_than_dates || Self::FEATURES.gates;
}

impl<F: 'static, P: Program + Holds<F>> StraightFor<F> for P {}

/// The identity of the facts of a type.
pub(super) type IdentityOf<P, F> = <P as Holds<F>>::Identity;

impl<P: Program> Work<P> {
    /// Whether a fact with a new value is told from others as before.
    pub(crate) fn keeps_identity<F: 'static>(&self, slot: Slot, new: &F) -> bool
    where
        P: Holds<F>,
    {
        if const { !IdentityOf::<P, F>::TELLS_APART } {
            return true;
        }
        let current = P::slab(&self.memory).value(slot);
        IdentityOf::<P, F>::same(current, new)
            && IdentityOf::<P, F>::hash(current) == IdentityOf::<P, F>::hash(new)
    }

    /// Inserts a fact of a tag. Returns its slot, or that of the fact of its identity which is there.
    pub(crate) fn insert_straight<F: 'static>(&mut self, fact: F, tag: u64) -> Slot
    where
        P: Holds<F>,
    {
        self.poisoned = true;
        let slab = P::slab_mut(&mut self.memory);
        let hash = IdentityOf::<P, F>::hash(&fact);
        if const { IdentityOf::<P, F>::TELLS_APART }
            && let Some(hash) = hash
            && let Some(slot) = slab.find_identity::<IdentityOf<P, F>>(hash, &fact, Slot::NONE)
        {
            match IdentityOf::<P, F>::ON_INSERT {
                OnInsert::Keep => {
                    drop(fact);
                    self.date += 1;
                    self.network.sweep();
                    self.poisoned = false;
                }
                OnInsert::Replace => {
                    self.write_straight(slot, fact, Fields::ALL, false);
                }
            }
            return slot;
        }
        self.date += 1;
        let slot = slab.occupy(fact, hash, tag);
        self.put_down();
        let tokens = &mut self.network.tokens;
        tokens.touch_single(P::KIND, slot, Fields::ALL);
        self.enter_straight::<F>(slot, Fields::ALL);
        self.settle();
        self.poisoned = false;
        slot
    }

    /// Inserts facts as one change, which are told from no others. Returns their handles, in order: free slots come first,
    /// then new ones.
    pub(crate) fn insert_together<F: 'static>(&mut self, facts: Vec<F>) -> Vec<Handle<F>>
    where
        P: Holds<F>,
    {
        self.poisoned = true;
        self.date += 1;
        self.put_down();
        let first_tag = self.tags.reserve(facts.len() as u64);
        let slab = P::slab_mut(&mut self.memory);
        slab.reserve::<IdentityOf<P, F>>(facts.len());
        let mut handles = Vec::with_capacity(facts.len());
        let (mut facts, mut tags) = (facts.into_iter(), first_tag..);
        for (fact, tag) in facts.by_ref().take(slab.table.free.len()).zip(&mut tags) {
            let slot = slab.occupy(fact, None, tag);
            handles.push(Handle::new(slab.id(slot)));
        }
        let new_slots = slab.occupy_new(facts, tags.start);
        let reused = handles.len();
        for slot in Slot::within(new_slots.clone()) {
            handles.push(Handle::new(slab.id(slot)));
        }
        let Work {
            memory, network, ..
        } = &mut *self;
        for handle in &handles[..reused] {
            network.tokens.touch(P::KIND, handle.id().slot, Fields::ALL);
        }
        network.tokens.touch_run(TouchedRun {
            kind: P::KIND,
            first: new_slots.start,
            len: new_slots.end.number() - new_slots.start.number(),
            fields: Fields::ALL,
        });
        for handle in &handles {
            P::enter(memory, network, handle.id().slot, Fields::ALL);
        }
        change::work_off(self);
        self.settle();
        self.poisoned = false;
        handles
    }

    /// Ends the change that inserts an event, which alone is staged, if its time lies ahead: nothing sees it but the clock.
    /// Returns whether it does.
    pub(crate) fn lets_wait<F: 'static>(&mut self, event: Handle<F>) -> bool
    where
        P: Holds<F>,
    {
        if !P::slab(&self.memory).is_waiting(event.id().slot) {
            return false;
        }
        self.poisoned = true;
        P::schedule(&mut self.memory, self.date);
        self.date += 1;
        change::finish_facts::<P, F>(&mut self.memory, self.date);
        self.poisoned = false;
        true
    }

    /// Gives a fact a new value of the same identity, of which some fields were written. Returns the old one, if it is
    /// asked for or need not be kept for a way back.
    pub(crate) fn write_straight<F: 'static>(
        &mut self,
        slot: Slot,
        new: F,
        written: FieldsOf<P>,
        asks: bool,
    ) -> Option<F>
    where
        P: Holds<F>,
    {
        self.poisoned = true;
        let fields = P::changes(P::slab(&self.memory).value(slot), &new, written);
        self.date += 1;
        if fields == Fields::NONE {
            let old = P::slab_mut(&mut self.memory).replace_unseen(slot, new, asks);
            // The firing of which this is the effect may have ended matches.
            if self.network.tokens.has_dead() {
                self.network.sweep();
            }
            self.poisoned = false;
            return old;
        }
        self.put_down();
        self.leave_straight::<F>(slot, fields);
        let slab = P::slab_mut(&mut self.memory);
        let old = slab.overwrite(slot, new, P::KEEPS_OLD);
        self.enter_straight::<F>(slot, fields);
        self.settle();
        self.end_straight(old, asks)
    }

    /// Takes a fact out. Returns what it was, if that is asked for or need not be kept for a way back.
    pub(crate) fn retract_straight<F: 'static>(&mut self, slot: Slot, asks: bool) -> Option<F>
    where
        P: Holds<F>,
    {
        self.poisoned = true;
        self.date += 1;
        self.put_down();
        self.leave_straight::<F>(slot, Fields::ALL);
        let slab = P::slab_mut(&mut self.memory);
        slab.leave_identity::<IdentityOf<P, F>>(slot);
        let old = slab.take_out(slot, P::KEEPS_GONE);
        change::work_off(self);
        self.settle();
        self.end_straight(old, asks)
    }

    /// Ends a change of a fact's value. Returns the old one: the one that is given, or was kept.
    fn end_straight<F: 'static>(&mut self, old: Option<F>, asks: bool) -> Option<F>
    where
        P: Holds<F>,
    {
        let kept = if const { P::KEEPS_GONE } {
            P::slab_mut(&mut self.memory).settle(asks)
        } else {
            None
        };
        self.poisoned = false;
        old.or(kept)
    }

    /// Takes out of the network what the change of these fields of a fact ends, and the fact out of its indexes.
    fn leave_straight<F: 'static>(&mut self, slot: Slot, fields: FieldsOf<P>)
    where
        P: Holds<F>,
    {
        let Work {
            memory, network, ..
        } = self;
        network.tokens.touch_single(P::KIND, slot, fields);
        change::leave_memories::<P, F>(slot, fields, memory, network);
        change::discount::<P>(memory, network);
        turns::look_back::<P>(memory, network);
        network.facts.leave(P::KIND, slot, fields);
    }

    /// Lets a fact into the network that is new, or has new values in these fields.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "counted: as a call it costs more")]
    fn enter_straight<F: 'static>(&mut self, slot: Slot, fields: FieldsOf<P>)
    where
        P: Holds<F>,
    {
        let Work {
            memory, network, ..
        } = self;
        P::enter(memory, network, slot, fields);
        change::work_off(self);
    }

    /// Ends a change that has passed the network.
    pub(super) fn settle(&mut self) {
        self.end_matches();
        if !self.take_in_hand() {
            if const { P::HANDS } && self.network.holds && self.network.agenda.fresh.len() > 1 {
                self.take_first_in_hand();
            }
            self.begin_matches();
        }
        change::forget::<P>(&mut self.memory, &mut self.network);
    }

    /// Takes the match that the change has begun in hand, if it is the only one and fires next. Returns whether it is.
    #[inline]
    fn take_in_hand(&mut self) -> bool {
        if const { !P::HANDS } {
            return false;
        }
        let Some(token) = self.network.only_fresh() else {
            return false;
        };
        let entry = self.match_of(token);
        self.network.take_in_hand(token, entry, self.date)
    }

    /// Takes in hand what fires next of a few matches that the change has begun, if that is one of them.
    #[inline(never)]
    fn take_first_in_hand(&mut self) {
        let Work {
            memory, network, ..
        } = &*self;
        let fresh = &network.agenda.fresh;
        if fresh.len() > FEW {
            return;
        }
        let by_plan = ByPlan::<P> {
            memory,
            network: network.match_view(),
        };
        let queue_of = |token| network.agenda.queue_of(network.match_of(token));
        let mut first = None;
        for (place, &token) in fresh.iter().enumerate() {
            if network.tokens.is_dead(token) {
                continue;
            }
            let comes_first = match first {
                None => true,
                Some((_, other)) => queue_of(other)
                    .cmp(&queue_of(token))
                    .then_with(|| by_plan.in_change(other, token))
                    .is_gt(),
            };
            if comes_first {
                first = Some((place, token));
            }
        }
        if let Some((place, token)) = first {
            let entry = self.match_of(token);
            self.network.take_fresh_in_hand(place, entry, self.date);
        }
    }

    /// Applies what a block has done where that is one effect or none, on facts of these types; `tag` is that of the
    /// fact that it inserts. Returns whether it was.
    pub(crate) fn apply_straight(&mut self, kinds: u64, tag: u64) -> bool {
        if kinds == 0 {
            self.date += 1;
            change::forget::<P>(&mut self.memory, &mut self.network);
            self.poisoned = false;
            return true;
        }
        // The last bit is that of several types.
        if !kinds.is_power_of_two() || kinds == SHARED_BIT {
            return false;
        }
        let mut apply = Apply {
            work: self,
            tag,
            is_done: false,
        };
        visit_affected::<P>(kinds, &mut apply);
        apply.is_done
    }
}

/// Applies the effects on facts of one type, where there is but one.
struct Apply<'a, P: Program> {
    work: &'a mut Work<P>,
    /// Of the fact that it inserts.
    tag: u64,
    is_done: bool,
}

impl<P: Program> Visitor<P> for Apply<'_, P> {
    fn visit<F: 'static>(&mut self)
    where
        P: Holds<F>,
    {
        if P::EVENT {
            return;
        }
        let Self { work, tag, .. } = self;
        let effects = &P::slab(&work.memory).effects;
        let Some(effect) = effects.single() else {
            return;
        };
        match effect {
            Effect::Insert { .. } => {
                let fact = P::slab_mut(&mut work.memory).effects_mut().take_single();
                work.insert_straight(fact, *tag);
            }
            Effect::Modify { slot, written, .. } => {
                if !work.keeps_identity(slot, effects.single_value()) {
                    return;
                }
                let new = P::slab_mut(&mut work.memory).effects_mut().take_single();
                work.write_straight(slot, new, Fields::said(written, P::WRITES), false);
            }
            Effect::Retract { slot } => {
                P::slab_mut(&mut work.memory).effects_mut().clear();
                work.retract_straight::<F>(slot, false);
            }
        }
        self.is_done = true;
    }
}
