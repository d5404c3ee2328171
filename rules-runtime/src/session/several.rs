//! A change of one fact of each of several types, straight through the network.
//!
//! That is what most blocks do that do more than one thing: they insert a move, and modify the square and the turn. The
//! facts are surely others, so nothing need be staged to find out what becomes of each. The steps are those of
//! [`straight`](crate::session::straight), each for all the facts before the next.

use alloc::vec::Vec;
use core::mem;

use crate::containers::fields::Fields;
use crate::ids::Slot;
use crate::memory::effects::Effect;
use crate::memory::identity::Identity;
use crate::network::conditions::{FieldsOf, Holds, Visitor, visit_affected};
use crate::network::{Changed, Network, turns};
use crate::plan::SHARED_BIT;
use crate::session::change;
use crate::session::program::Program;
use crate::session::straight::{IdentityOf, StraightFor as _};
use crate::session::work::Work;

impl<P: Program> Work<P> {
    /// Applies what a block has done where that is one effect on each of several types; `first_tag` is that of the first
    /// fact that it inserts. Returns whether it was.
    #[inline(never)]
    pub(crate) fn apply_several(&mut self, kinds: u64, first_tag: u64) -> bool {
        // The last bit is that of several types.
        if kinds & SHARED_BIT != 0 {
            return false;
        }
        let mut are_single = AreSingle::<P> {
            memory: &self.memory,
            are_single: true,
        };
        visit_affected::<P>(kinds, &mut are_single);
        if !are_single.are_single {
            return false;
        }
        let mut changed = mem::take(&mut self.network.changed);
        let mut look = Look::<P> {
            work: self,
            changed: &mut changed,
            may: true,
        };
        visit_affected::<P>(kinds, &mut look);
        if !look.may {
            changed.clear();
            self.network.changed = changed;
            return false;
        }
        self.poisoned = true;
        self.date += 1;
        self.put_down();
        let Work {
            memory, network, ..
        } = &mut *self;
        visit_affected::<P>(
            kinds,
            &mut Leave::<P, _> {
                memory,
                network,
                changed: changed.iter(),
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

/// Whether there is one effect on each type.
struct AreSingle<'a, P: Program> {
    memory: &'a P::Memory,
    are_single: bool,
}

impl<P: Program> Visitor<P> for AreSingle<'_, P> {
    #[inline]
    fn visit<F: 'static>(&mut self)
    where
        P: Holds<F>,
    {
        self.are_single &= !P::EVENT && P::slab(self.memory).effects.single().is_some();
    }
}

/// Looks at what becomes of the one fact of each type, and whether facts are told apart as before.
struct Look<'a, P: Program> {
    work: &'a Work<P>,
    changed: &'a mut Vec<Changed<FieldsOf<P>>>,
    may: bool,
}

impl<P: Program> Visitor<P> for Look<'_, P> {
    #[inline]
    fn visit<F: 'static>(&mut self)
    where
        P: Holds<F>,
    {
        let slab = P::slab(&self.work.memory);
        let changed = slab.effects.single().and_then(|effect| {
            let (slot, fields) = match effect {
                Effect::Insert { .. } if IdentityOf::<P, F>::TELLS_APART => return None,
                Effect::Insert { .. } => (Slot::NONE, Fields::ALL),
                Effect::Modify { slot, written, .. } => {
                    let (old, new) = (slab.value(slot), slab.effects.single_value());
                    if !self.work.keeps_identity(slot, new) {
                        return None;
                    }
                    (slot, P::changes(old, new, Fields::said(written, P::WRITES)))
                }
                Effect::Retract { slot } => (slot, Fields::ALL),
            };
            Some(Changed {
                effect,
                slot,
                fields,
            })
        });
        match changed {
            Some(changed) => self.changed.push(changed),
            None => self.may = false,
        }
    }
}

/// Takes out of the network what the change ends.
struct Leave<'a, P: Program, I> {
    memory: &'a P::Memory,
    network: &'a mut Network<P::Mode>,
    changed: I,
}

impl<'c, P: Program, I> Visitor<P> for Leave<'_, P, I>
where
    I: Iterator<Item = &'c Changed<FieldsOf<P>>>,
{
    #[inline]
    fn visit<F: 'static>(&mut self)
    where
        P: Holds<F>,
    {
        let Some(&Changed { slot, fields, .. }) = self.changed.next() else {
            return;
        };
        if slot != Slot::NONE && fields != Fields::NONE {
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
        let Some(changed) = self.changed.next() else {
            return;
        };
        let Changed {
            effect,
            slot,
            fields,
        } = *changed;
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
                    slab.overwrite(slot, new, P::KEEPS_OLD);
                }
            }
            Effect::Retract { .. } => {
                slab.effects_mut().clear();
                self.network.facts.leave(P::KIND, slot, fields);
                slab.leave_identity::<IdentityOf<P, F>>(slot);
                slab.take_out(slot, P::KEEPS_GONE);
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
        let Some(&Changed {
            effect,
            slot,
            fields,
        }) = self.changed.next()
        else {
            return;
        };
        let goes = matches!(effect, Effect::Retract { .. });
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
        if const { P::KEEPS_GONE } {
            P::slab_mut(self.memory).settle(false);
        }
    }
}
