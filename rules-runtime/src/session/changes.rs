//! The calls that change a session's facts: each is one change, or a part of a transaction.

use alloc::vec::Vec;

use super::Session;
use crate::containers::fields::Fields;
use crate::containers::trail;
use crate::ids::Slot;
use crate::inspect::listener::Listener;
use crate::memory::handle::{Handle, HandleError};
use crate::network::conditions::{Accepts, Holds, Visitor};
use crate::plan::bit_of;
use crate::session::audience::Audience as _;
use crate::session::firing_mode::FiringMode as _;
use crate::session::program::Program;
use crate::session::straight::{Straight, StraightFor};
use crate::session::transaction::Transaction;
use crate::session::work::Work;

impl<P: Program, L: Listener> Session<P, L> {
    /// Inserts a fact. Where facts of its type are told apart and one of the same identity is there,
    /// returns that one's handle.
    ///
    /// # Panics
    ///
    /// Panics if an earlier panic in a condition has poisoned the session.
    ///
    /// ```
    /// # rules_runtime::rules! {
    /// #     ruleset Shop;
    /// #     fact Order { total: u32 }
    /// #     fact Discount(u32);
    /// #     rule large { when { Order { total: > 100 }; } then { insert logical Discount(10); } }
    /// # }
    /// # let mut shop = Shop::new();
    /// let order = shop.insert(Order { total: 250 });
    /// assert_eq!(shop.get(order).unwrap().total, 250);
    /// ```
    pub fn insert<F: 'static>(&mut self, fact: F) -> Handle<F>
    where
        P: Accepts<F>,
    {
        P::Search::change(self, false, |session| {
            if <P as StraightFor<F>>::INSERTS_ONE && !(const { L::MAY_HEAR } && L::hears_changes())
            {
                session.work.check();
                let tag = session.work.tags.next();
                let slot = session.work.insert_straight(fact, tag);
                session.tell_end();
                return Handle::new(P::slab(&session.work.memory).id(slot));
            }
            let handle = session.work.stage_insert(fact);
            if P::EVENT && P::INSERTS && !L::hears_changes() && session.work.lets_wait::<F>(handle)
            {
                session.tell_end();
            } else {
                session.close(bit_of(P::KIND));
            }
            handle
        })
    }

    /// Inserts facts as one change. Returns their handles, in order.
    ///
    /// # Panics
    ///
    /// Panics if an earlier panic in a condition has poisoned the session.
    ///
    /// ```
    /// # rules_runtime::rules! {
    /// #     ruleset Shop;
    /// #     fact Order { total: u32 }
    /// #     fact Discount(u32);
    /// #     rule large { when { Order { total: > 100 }; } then { insert logical Discount(10); } }
    /// # }
    /// # let mut shop = Shop::new();
    /// let orders = shop.insert_all([50, 250].map(|total| Order { total }));
    /// assert_eq!(shop.get(orders[1]).unwrap().total, 250);
    /// ```
    pub fn insert_all<F: 'static>(&mut self, facts: impl IntoIterator<Item = F>) -> Vec<Handle<F>>
    where
        P: Accepts<F>,
    {
        if const { !<P as StraightFor<F>>::INSERTS_TOGETHER }
            || const { L::MAY_HEAR } && L::hears_changes()
        {
            return self.change(|tx| tx.insert_all(facts));
        }
        self.work.check();
        // To find them is the user's code, which may panic: then nothing has happened.
        let facts: Vec<F> = facts.into_iter().collect();
        P::Search::change(self, false, |session| {
            let handles = session.work.insert_together(facts);
            session.tell_end();
            handles
        })
    }

    /// Makes room for so many facts of a type more than there are, so that their inserts move nothing. What the
    /// network will keep for them it does not know.
    ///
    /// # Panics
    ///
    /// Panics if so many facts are more than memory can hold.
    ///
    /// ```
    /// # rules_runtime::rules! {
    /// #     ruleset Shop;
    /// #     fact Order { total: u32 }
    /// #     fact Discount(u32);
    /// #     rule large { when { Order { total: > 100 }; } then { insert logical Discount(10); } }
    /// # }
    /// # let mut shop = Shop::new();
    /// shop.reserve::<Order>(10_000);
    /// shop.insert_all((0..10_000).map(|total| Order { total }));
    /// ```
    pub fn reserve<F: 'static>(&mut self, additional: usize)
    where
        P: Holds<F>,
    {
        P::slab_mut(&mut self.work.memory).reserve::<<P as Holds<F>>::Identity>(additional);
    }

    /// Gives back the memory that facts and partial matches which are gone have left behind. What is used moves, so
    /// it costs as much as there is; and a session in a steady state would ask for the memory again.
    ///
    /// ```
    /// # rules_runtime::rules! {
    /// #     ruleset Shop;
    /// #     fact Order { total: u32 }
    /// #     fact Discount(u32);
    /// #     rule large { when { Order { total: > 100 }; } then { insert logical Discount(10); } }
    /// # }
    /// # let mut shop = Shop::new();
    /// let orders = shop.insert_all((0..10_000).map(|total| Order { total }));
    /// for order in orders {
    ///     shop.retract(order)?;
    /// }
    /// shop.shrink_to_fit();
    /// # Ok::<(), rules_runtime::HandleError>(())
    /// ```
    pub fn shrink_to_fit(&mut self) {
        let Work {
            memory, network, ..
        } = &mut *self.work;
        P::visit(&mut Shrink::<P> { memory });
        P::trace_states(memory, &mut trail::Shrink);
        network.trace(&mut trail::Shrink);
    }

    /// Changes a fact in place. Returns what `change` returns.
    ///
    /// # Errors
    ///
    /// Fails if the handle names no fact of this session, or an event whose time would change.
    ///
    /// ```
    /// # rules_runtime::rules! {
    /// #     ruleset Shop;
    /// #     fact Order { total: u32 }
    /// #     fact Discount(u32);
    /// #     rule large { when { Order { total: > 100 }; } then { insert logical Discount(10); } }
    /// # }
    /// # let mut shop = Shop::new();
    /// let order = shop.insert(Order { total: 50 });
    /// let before = shop.update(order, |order| std::mem::replace(&mut order.total, 250))?;
    /// assert_eq!(before, 50);
    /// assert_eq!(shop.run().count, 1);
    /// # Ok::<(), rules_runtime::HandleError>(())
    /// ```
    pub fn update<F: Clone + 'static, R>(
        &mut self,
        handle: Handle<F>,
        change: impl FnOnce(&mut F) -> R,
    ) -> Result<R, HandleError>
    where
        P: Holds<F>,
    {
        let slot = self.work.written_slot(handle)?;
        let mut fact = P::slab(&self.work.memory).value(slot).clone();
        let result = change(&mut fact);
        self.work.check_time(slot, &fact)?;
        P::Search::change(self, false, |session| session.give(slot, fact, false));
        Ok(result)
    }

    /// Gives a fact a new value. Returns the old one.
    ///
    /// # Errors
    ///
    /// Fails if the handle names no fact of this session, or an event whose time would change.
    ///
    /// ```
    /// # rules_runtime::rules! {
    /// #     ruleset Shop;
    /// #     fact Order { total: u32 }
    /// #     fact Discount(u32);
    /// #     rule large { when { Order { total: > 100 }; } then { insert logical Discount(10); } }
    /// # }
    /// # let mut shop = Shop::new();
    /// let order = shop.insert(Order { total: 50 });
    /// let old = shop.replace(order, Order { total: 250 })?;
    /// assert_eq!(old.total, 50);
    /// # Ok::<(), rules_runtime::HandleError>(())
    /// ```
    pub fn replace<F: 'static>(&mut self, handle: Handle<F>, fact: F) -> Result<F, HandleError>
    where
        P: Holds<F>,
    {
        let slot = self.work.written_slot(handle)?;
        self.work.check_time(slot, &fact)?;
        let old = P::Search::change(self, false, |session| session.give(slot, fact, true));
        Ok(taken(old))
    }

    /// Takes a fact out.
    ///
    /// # Errors
    ///
    /// Fails if the handle names no fact of this session.
    ///
    /// ```
    /// # rules_runtime::rules! {
    /// #     ruleset Shop;
    /// #     fact Order { total: u32 }
    /// #     fact Discount(u32);
    /// #     rule large { when { Order { total: > 100 }; } then { insert logical Discount(10); } }
    /// # }
    /// # let mut shop = Shop::new();
    /// let order = shop.insert(Order { total: 250 });
    /// shop.run();
    /// assert_eq!(shop.len::<Discount>(), 1);
    ///
    /// // The discount goes with what it stands on.
    /// shop.retract(order)?;
    /// assert!(shop.is_empty::<Discount>());
    /// # Ok::<(), rules_runtime::HandleError>(())
    /// ```
    pub fn retract<F: 'static>(&mut self, handle: Handle<F>) -> Result<F, HandleError>
    where
        P: Holds<F>,
    {
        let slot = self.work.written_slot(handle)?;
        let old = P::Search::change(self, false, |session| {
            if <P as StraightFor<F>>::CHANGES_ONE && !(const { L::MAY_HEAR } && L::hears_changes())
            {
                let old = session.work.retract_straight(slot, true);
                session.tell_end();
                return old;
            }
            session.work.stage_retract::<F>(slot);
            session.commit_and_take(slot)
        });
        Ok(taken(old))
    }

    /// Makes several changes as one. Where `change` fails or panics the session is as before.
    ///
    /// # Errors
    ///
    /// Fails as `change` does.
    ///
    /// # Panics
    ///
    /// Panics if an earlier panic in a condition has poisoned the session.
    ///
    /// ```
    /// # rules_runtime::rules! {
    /// #     ruleset Shop;
    /// #     fact Order { total: u32 }
    /// #     fact Discount(u32);
    /// #     rule large { when { Order { total: > 100 }; } then { insert logical Discount(10); } }
    /// # }
    /// # let mut shop = Shop::new();
    /// let failed = shop.transaction(|shop| {
    ///     shop.insert(Order { total: 250 });
    ///     Err("the card is declined")
    /// });
    /// assert_eq!(failed, Err::<(), _>("the card is declined"));
    /// assert!(shop.is_empty::<Order>());
    /// ```
    pub fn transaction<T, E>(
        &mut self,
        change: impl FnOnce(&mut Transaction<'_, P>) -> Result<T, E>,
    ) -> Result<T, E> {
        self.work.check();
        P::Search::change(self, false, |session| {
            let mut open = Open {
                work: &mut session.work,
                done: false,
            };
            let result = change(&mut Transaction { work: open.work });
            // Whether a panic has been caught in it.
            open.work.check();
            open.done = result.is_ok();
            drop(open);
            if result.is_ok() {
                session.close(session.work.staged());
            }
            result
        })
    }

    /// Gives a fact a new value, as one change. Returns the old one, where it is asked for.
    pub(crate) fn give<F: 'static>(&mut self, slot: Slot, fact: F, asks: bool) -> Option<F>
    where
        P: Holds<F>,
    {
        if <P as StraightFor<F>>::CHANGES_ONE && !L::hears_changes() {
            self.work.poisoned = true;
            if self.work.keeps_identity(slot, &fact) {
                let old = self.work.write_straight(slot, fact, Fields::ALL, asks);
                self.tell_end();
                return old;
            }
            self.work.poisoned = false;
        }
        self.work.stage_value(slot, fact);
        if asks {
            return self.commit_and_take(slot);
        }
        self.close(bit_of(P::KIND));
        None
    }

    /// Ends a change that takes a value out of a slot.
    fn commit_and_take<F: 'static>(&mut self, slot: Slot) -> Option<F>
    where
        P: Holds<F>,
    {
        let kinds = bit_of(P::KIND);
        self.propagate(None, kinds, false, &[]);
        let value = P::slab_mut(&mut self.work.memory).take_before(slot, P::duplicate);
        self.work.finish(kinds);
        self.tell_end();
        value
    }
}

/// The value that a change took out of a slot.
fn taken<F>(old: Option<F>) -> F {
    old.expect("the change took a value out of the slot")
}

/// Gives back the memory that facts do not use.
struct Shrink<'a, P: Program> {
    memory: &'a mut P::Memory,
}

impl<P: Program> Visitor<P> for Shrink<'_, P> {
    fn visit<F: 'static>(&mut self)
    where
        P: Holds<F>,
    {
        P::slab_mut(self.memory).shrink_to_fit();
    }
}

/// A transaction that is under way; forgotten unless it is done.
struct Open<'a, P: Program> {
    work: &'a mut Work<P>,
    done: bool,
}

impl<P: Program> Drop for Open<'_, P> {
    fn drop(&mut self) {
        if !self.done && !self.work.poisoned {
            self.work.revert();
        }
    }
}
