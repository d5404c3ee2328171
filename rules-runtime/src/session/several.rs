//! A change of one fact of each of several types, straight through the network.
//!
//! That is what most blocks do that do more than one thing: they insert a move, and modify the square and the turn. The
//! facts are surely others, so nothing need be staged to find out what becomes of each. The steps are those of
//! [`straight`](crate::session::straight), each for all the facts before the next.

use alloc::vec::Vec;
use core::mem;

use crate::containers::fields::Fields;
use crate::containers::index::NIL;
use crate::generated::program::{FieldsOf, Holds, Program, Visitor, bit_of, visit_affected};
use crate::joins::network::{Changed, Network};
use crate::joins::turns;
use crate::memory::effects::Effect;
use crate::memory::identity::Identity;
use crate::session::change;
use crate::session::straight::IdentityOf;
use crate::session::work::Work;

impl<P: Program> Work<P> {
    /// Applies what a block has done where that is one effect on each of several types; `first_tag` is that of the first
    /// fact that it inserts. Returns whether it was.
    #[inline(never)]
    pub(crate) fn apply_several(&mut self, kinds: u64, first_tag: u64) -> bool {
        // The last bit is that of several types.
        if kinds & bit_of(u32::MAX) != 0 {
            return false;
        }
        let mut are_single = AreSingle::<P> {
            work: self,
            are_single: true,
        };
        visit_affected::<P>(kinds, &mut are_single);
        if !are_single.are_single {
            return false;
        }
        self.poisoned = true;
        self.date += 1;
        self.put_down();
        let Work {
            memory, network, ..
        } = &mut *self;
        let mut changed = mem::take(&mut network.changed);
        visit_affected::<P>(
            kinds,
            &mut Leave::<P> {
                memory,
                network,
                changed: &mut changed,
            },
        );
        change::discount::<P>(memory, network);
        turns::look_back::<P>(memory, network);
        visit_affected::<P>(
            kinds,
            &mut Write::<P, _> {
                memory,
                network,
                changed: changed.iter_mut(),
                first_tag,
            },
        );
        visit_affected::<P>(
            kinds,
            &mut Enter::<P, _> {
                memory,
                network,
                changed: changed.iter(),
            },
        );
        change::work_off(self);
        self.settle();
        changed.clear();
        self.network.changed = changed;
        let memory = &mut self.memory;
        visit_affected::<P>(kinds, &mut Settle::<P> { memory });
        self.poisoned = false;
        true
    }
}

/// Whether there is one effect on each type, which changes nothing of how facts are told apart.
struct AreSingle<'a, P: Program> {
    work: &'a Work<P>,
    are_single: bool,
}

impl<P: Program> Visitor<P> for AreSingle<'_, P> {
    #[inline]
    fn visit<F: 'static>(&mut self)
    where
        P: Holds<F>,
    {
        let effects = &P::slab(&self.work.memory).effects;
        self.are_single &= !P::EVENT
            && match effects.single() {
                Some(Effect::Insert { .. }) => !IdentityOf::<P, F>::TELLS_APART,
                Some(Effect::Modify { slot, value, .. }) => {
                    self.work.keeps_identity(slot, effects.value(value))
                }
                Some(Effect::Retract { .. }) => true,
                None => false,
            };
    }
}

/// Takes out of the network what the change ends.
struct Leave<'a, P: Program> {
    memory: &'a P::Memory,
    network: &'a mut Network<P::Mode>,
    changed: &'a mut Vec<Changed<FieldsOf<P>>>,
}

impl<P: Program> Visitor<P> for Leave<'_, P> {
    #[inline]
    fn visit<F: 'static>(&mut self)
    where
        P: Holds<F>,
    {
        let slab = P::slab(self.memory);
        let changed = match slab.effects.single() {
            Some(Effect::Modify {
                slot,
                value,
                written,
            }) => {
                let written = Fields::said(written, P::WRITES);
                let fields = P::changes(slab.value(slot), slab.effects.value(value), written);
                Changed {
                    slot,
                    fields,
                    goes: false,
                }
            }
            Some(Effect::Retract { slot }) => Changed {
                slot,
                fields: Fields::ALL,
                goes: true,
            },
            _ => Changed {
                slot: NIL,
                fields: Fields::ALL,
                goes: false,
            },
        };
        let Changed { slot, fields, .. } = changed;
        self.changed.push(changed);
        if slot != NIL && fields != Fields::NONE {
            self.network
                .tokens
                .touch_single_of_kind(P::KIND, slot, fields);
            change::leave_memories::<P, F>(slot, fields, self.memory, self.network);
        }
    }
}

/// Goes to the state after the change, and takes facts out of the indexes in which they stand otherwise now.
struct Write<'a, P: Program, I> {
    memory: &'a mut P::Memory,
    network: &'a mut Network<P::Mode>,
    changed: I,
    first_tag: u64,
}

impl<'c, P: Program, I> Visitor<P> for Write<'_, P, I>
where
    I: Iterator<Item = &'c mut Changed<FieldsOf<P>>>,
{
    #[inline]
    fn visit<F: 'static>(&mut self)
    where
        P: Holds<F>,
    {
        let slab = P::slab_mut(self.memory);
        let (Some(changed), Some(effect)) = (self.changed.next(), slab.effects.single()) else {
            return;
        };
        let Changed { slot, fields, .. } = *changed;
        match effect {
            Effect::Insert { nth, .. } => {
                let fact = slab.effects_mut().take_single();
                changed.slot = slab.occupy(fact, None, self.first_tag + nth);
                let tokens = &mut self.network.tokens;
                tokens.touch_single_of_kind(P::KIND, changed.slot, fields);
            }
            Effect::Modify { .. } => {
                let new = slab.effects_mut().take_single();
                if fields == Fields::NONE {
                    slab.replace_unseen(slot, new, false);
                } else {
                    self.network.facts.leave(P::KIND, slot, fields);
                    slab.overwrite(slot, new);
                }
            }
            Effect::Retract { .. } => {
                slab.effects_mut().clear();
                self.network.facts.leave(P::KIND, slot, fields);
                slab.leave_identity::<IdentityOf<P, F>>(slot);
                slab.take_out(slot);
            }
        }
    }
}

/// Lets the facts into the network that are new, or have new values.
struct Enter<'a, P: Program, I> {
    memory: &'a P::Memory,
    network: &'a mut Network<P::Mode>,
    changed: I,
}

impl<'c, P: Program, I> Visitor<P> for Enter<'_, P, I>
where
    I: Iterator<Item = &'c Changed<FieldsOf<P>>>,
{
    #[inline]
    fn visit<F: 'static>(&mut self)
    where
        P: Holds<F>,
    {
        let Some(&Changed { slot, fields, goes }) = self.changed.next() else {
            return;
        };
        if !goes && fields != Fields::NONE {
            <P as Holds<F>>::enter(self.memory, self.network, slot, fields);
        }
    }
}

/// Forgets what was before.
struct Settle<'a, P: Program> {
    memory: &'a mut P::Memory,
}

impl<P: Program> Visitor<P> for Settle<'_, P> {
    #[inline]
    fn visit<F: 'static>(&mut self)
    where
        P: Holds<F>,
    {
        P::slab_mut(self.memory).settle(false);
    }
}
