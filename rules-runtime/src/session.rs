//! The session: a running ruleset, and the calls on it.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

use crate::change;
use crate::engine_features::HasFeatures as _;
use crate::handle::{FactId, Handle, HandleError};
use crate::iterators::{Activations, FactsOf, HandlesOf};
use crate::listener::Listener;
use crate::metadata::{RuleInfo, RulesetInfo};
use crate::network::Network;
use crate::program::{Accepts, Holds, Program, Visitor, bit_of};
use crate::report;
use crate::search::FiringMode as _;
use crate::spans::{self, EventSink};
use crate::trail;
use crate::transaction::Transaction;
use crate::work::Work;

/// A running ruleset: its facts, what matches, and what is still to fire.
///
/// The type that a `ruleset` item names dereferences to this one. That type is `Clone`, and `Send`, where the
/// fact types, the globals and the listener are. A copy answers the handles made before it.
pub struct Session<P: Program, L = ()> {
    pub(crate) work: Box<Work<P>>,
    pub(crate) globals: P::Globals,
    pub(crate) listener: L,
    pub(crate) search: P::Search,
}

/// An activation: a match that has not fired yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Activation<R> {
    pub(crate) rule: R,
    pub(crate) focused: bool,
    pub(crate) facts: Vec<FactId>,
}

impl<R: Copy> Activation<R> {
    /// The rule.
    #[must_use]
    pub fn rule(&self) -> R {
        self.rule
    }

    /// Whether its turn comes without a further `focus`: its rule is in no group, or in one that is on the focus
    /// stack. The others stand at the end of the agenda, and a run passes them over.
    #[must_use]
    pub fn is_focused(&self) -> bool {
        self.focused
    }

    /// The facts of the match, in the order in which the rule's conditions are written.
    #[must_use]
    pub fn facts(&self) -> &[FactId] {
        &self.facts
    }
}

impl<P: Program, L: Listener> Session<P, L> {
    /// The rules, in the order in which they are written.
    pub const RULES: &'static [RuleInfo<P::Rule>] = P::RULES;

    #[doc(hidden)]
    #[must_use]
    pub fn __new(globals: P::Globals, listener: L) -> Self {
        let mut session = Session {
            work: Box::new(Work::new()),
            globals,
            listener,
            search: P::Search::default(),
        };
        session.tell_beginning();
        session.close(None, 0);
        session
    }

    /// Tells the listener that the session begins, and what stands in it.
    pub(crate) fn tell_beginning(&mut self) {
        #[cfg(feature = "metrics")]
        self.work.network.recount();
        if L::ACTIVE {
            self.listener.session_begins(RulesetInfo::of::<P>());
            report::state(&self.work, &mut self.listener);
        }
    }

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
            let handle = session.work.stage_insert(fact);
            session.close(None, bit_of(P::KIND));
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
        self.change(|tx| tx.insert_all(facts))
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
        network.trace(&mut trail::Shrink);
    }

    /// Changes a fact in place. Returns what `change` returns.
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
        let slot = self.work.slot(handle)?;
        let mut fact = P::slab(&self.work.memory).value(slot).clone();
        let result = change(&mut fact);
        P::Search::change(self, false, |session| {
            session.work.stage_value(slot, fact);
            session.close(None, bit_of(P::KIND));
        });
        Ok(result)
    }

    /// Gives a fact a new value. Returns the old one.
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
    /// let order = shop.insert(Order { total: 50 });
    /// let old = shop.replace(order, Order { total: 250 })?;
    /// assert_eq!(old.total, 50);
    /// # Ok::<(), rules_runtime::HandleError>(())
    /// ```
    pub fn replace<F: 'static>(&mut self, handle: Handle<F>, fact: F) -> Result<F, HandleError>
    where
        P: Holds<F>,
    {
        let slot = self.work.slot(handle)?;
        Ok(P::Search::change(self, false, |session| {
            session.work.stage_value(slot, fact);
            session.commit_and_take(slot)
        }))
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
        let slot = self.work.slot(handle)?;
        Ok(P::Search::change(self, false, |session| {
            session.work.stage_retract::<F>(slot);
            session.commit_and_take(slot)
        }))
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
            open.done = result.is_ok();
            drop(open);
            if result.is_ok() {
                session.close(None, session.work.staged());
            }
            result
        })
    }

    /// The fact that a handle names, if it is there.
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
    /// assert_eq!(shop.get(order).map(|order| order.total), Some(250));
    /// ```
    #[must_use]
    pub fn get<F: 'static>(&self, handle: Handle<F>) -> Option<&F>
    where
        P: Holds<F>,
    {
        self.work
            .slot(handle)
            .ok()
            .map(|slot| P::slab(&self.work.memory).value(slot))
    }

    /// Whether the fact that a handle names is there.
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
    /// assert!(shop.contains(order));
    /// shop.retract(order)?;
    /// assert!(!shop.contains(order));
    /// # Ok::<(), rules_runtime::HandleError>(())
    /// ```
    #[must_use]
    pub fn contains<F: 'static>(&self, handle: Handle<F>) -> bool
    where
        P: Holds<F>,
    {
        self.work.slot(handle).is_ok()
    }

    /// The facts of a type, in the order of their insertion.
    ///
    /// ```
    /// # rules_runtime::rules! {
    /// #     ruleset Shop;
    /// #     fact Order { total: u32 }
    /// #     fact Discount(u32);
    /// #     rule large { when { Order { total: > 100 }; } then { insert logical Discount(10); } }
    /// # }
    /// # let mut shop = Shop::new();
    /// shop.insert_all([50, 250].map(|total| Order { total }));
    /// assert_eq!(shop.facts::<Order>().map(|order| order.total).sum::<u32>(), 300);
    /// ```
    pub fn facts<F: 'static>(&self) -> FactsOf<'_, F>
    where
        P: Holds<F>,
    {
        self.work.check();
        FactsOf::new(P::slab(&self.work.memory))
    }

    /// The handles of the facts of a type, in the order of their insertion.
    ///
    /// What borrows the session is the iterator, not a handle that it yields: the fact of one can be changed at once.
    ///
    /// ```
    /// rules_runtime::rules! {
    ///     ruleset Small;
    ///     fact A(u32);
    ///     rule r { when { A(1); } then {} }
    /// }
    ///
    /// let mut session = Small::new();
    /// session.insert_all([A(1), A(2)]);
    /// if let Some(second) = session.handles::<A>().nth(1) {
    ///     session.retract(second).unwrap();
    /// }
    /// assert_eq!(session.len::<A>(), 1);
    /// ```
    pub fn handles<F: 'static>(&self) -> HandlesOf<'_, F>
    where
        P: Holds<F>,
    {
        self.work.check();
        HandlesOf::new(P::slab(&self.work.memory))
    }

    /// Whether there are no facts of a type.
    ///
    /// ```
    /// # rules_runtime::rules! {
    /// #     ruleset Shop;
    /// #     fact Order { total: u32 }
    /// #     fact Discount(u32);
    /// #     rule large { when { Order { total: > 100 }; } then { insert logical Discount(10); } }
    /// # }
    /// # let mut shop = Shop::new();
    /// assert!(shop.is_empty::<Order>());
    /// shop.insert(Order { total: 250 });
    /// assert!(!shop.is_empty::<Order>());
    /// ```
    #[must_use]
    pub fn is_empty<F: 'static>(&self) -> bool
    where
        P: Holds<F>,
    {
        self.len::<F>() == 0
    }

    /// How many facts of a type there are.
    ///
    /// ```
    /// # rules_runtime::rules! {
    /// #     ruleset Shop;
    /// #     fact Order { total: u32 }
    /// #     fact Discount(u32);
    /// #     rule large { when { Order { total: > 100 }; } then { insert logical Discount(10); } }
    /// # }
    /// # let mut shop = Shop::new();
    /// shop.insert_all([50, 250].map(|total| Order { total }));
    /// assert_eq!(shop.len::<Order>(), 2);
    /// ```
    #[must_use]
    pub fn len<F: 'static>(&self) -> usize
    where
        P: Holds<F>,
    {
        self.work.check();
        P::slab(&self.work.memory).len()
    }

    /// The fact of an identity: of the hash of its key, and the same by it.
    #[doc(hidden)]
    pub fn __find<F: 'static>(&self, hash: u64, same: impl Fn(&F) -> bool) -> Option<&F>
    where
        P: Holds<F>,
    {
        self.work.check();
        P::slab(&self.work.memory).find(hash, same)
    }

    /// What a query reads: working memory and the network's indexes.
    #[doc(hidden)]
    pub fn __read(&self) -> (&P::Memory, &Network<P::Mode>) {
        self.work.check();
        (&self.work.memory, &self.work.network)
    }

    #[doc(hidden)]
    pub fn __verify(&self) {
        #[cfg(debug_assertions)]
        if !self.work.poisoned {
            crate::verify::verify(&self.work);
        }
    }

    #[doc(hidden)]
    pub fn __focus(&mut self, group: u32) {
        self.work.check();
        self.work.network.agenda.focus(group);
    }

    /// The activations, in firing order; those whose group has no focus last.
    ///
    /// ```
    /// # rules_runtime::rules! {
    /// #     ruleset Shop;
    /// #     fact Order { total: u32 }
    /// #     fact Discount(u32);
    /// #     rule large { when { Order { total: > 100 }; } then { insert logical Discount(10); } }
    /// # }
    /// # let mut shop = Shop::new();
    /// shop.insert(Order { total: 250 });
    /// let rules: Vec<_> = shop.agenda().map(|activation| activation.rule()).collect();
    /// assert_eq!(rules, [ShopRule::Large]);
    /// ```
    pub fn agenda(&self) -> Activations<'_, P> {
        self.work.check();
        Activations::new(&self.work)
    }

    /// The globals.
    ///
    /// ```
    /// # rules_runtime::rules! {
    /// #     ruleset Shop;
    /// #     fact Order { total: u32 }
    /// #     global seen: u32;
    /// #     rule see { when { Order { total }; } then { *seen += total; } }
    /// # }
    /// # let mut shop = Shop::new(0);
    /// shop.insert(Order { total: 250 });
    /// shop.run();
    /// assert_eq!(shop.globals().seen, 250);
    /// ```
    #[must_use]
    pub fn globals(&self) -> &P::Globals {
        &self.globals
    }

    /// The globals, to change them.
    ///
    /// ```
    /// # rules_runtime::rules! {
    /// #     ruleset Shop;
    /// #     fact Order { total: u32 }
    /// #     global seen: u32;
    /// #     rule see { when { Order { total }; } then { *seen += total; } }
    /// # }
    /// # let mut shop = Shop::new(0);
    /// shop.globals_mut().seen = 1000;
    /// shop.insert(Order { total: 250 });
    /// shop.run();
    /// assert_eq!(shop.globals().seen, 1250);
    /// ```
    pub fn globals_mut(&mut self) -> &mut P::Globals {
        &mut self.globals
    }

    /// The listener.
    ///
    /// ```
    /// # rules_runtime::rules! {
    /// #     ruleset Shop;
    /// #     fact Order { total: u32 }
    /// #     rule see { when { Order { total }; } then {} }
    /// # }
    /// # let mut shop = Shop::builder().listener(rules_runtime::Recording::new()).build();
    /// shop.insert(Order { total: 250 });
    /// shop.run();
    /// println!("{}", shop.listener());
    /// ```
    #[must_use]
    pub fn listener(&self) -> &L {
        &self.listener
    }

    /// The listener, to change it.
    ///
    /// ```
    /// # rules_runtime::rules! {
    /// #     ruleset Shop;
    /// #     fact Order { total: u32 }
    /// #     rule see { when { Order { total }; } then {} }
    /// # }
    /// # let mut shop = Shop::builder().listener(rules_runtime::Recording::new()).build();
    /// shop.insert(Order { total: 250 });
    /// shop.listener_mut().clear();
    /// ```
    pub fn listener_mut(&mut self) -> &mut L {
        &mut self.listener
    }

    /// A transaction that does not fail.
    fn change<T>(&mut self, change: impl FnOnce(&mut Transaction<'_, P>) -> T) -> T {
        match self.transaction(|tx| Ok::<T, core::convert::Infallible>(change(tx))) {
            Ok(result) => result,
            Err(never) => match never {},
        }
    }

    /// Takes what is staged through the network, as one change. `firing` is the match whose effects the change is,
    /// with its entry in the plan; `kinds` the fact types of which it says something.
    pub(crate) fn close(&mut self, firing: Option<(u32, u32)>, kinds: u64) {
        self.propagate(firing, kinds);
        self.work.finish(kinds);
        self.tell_end();
    }

    /// The same, for a change that takes a value out of a slot.
    fn commit_and_take<F: 'static>(&mut self, slot: u32) -> F
    where
        P: Holds<F>,
    {
        let kinds = bit_of(P::KIND);
        self.propagate(None, kinds);
        let value = P::slab_mut(&mut self.work.memory).take_before(slot, P::duplicate);
        self.work.finish(kinds);
        self.tell_end();
        value.expect("the change took a value out of the slot")
    }

    /// Tells the listener that a change is over, after the explanations of the rules if it wants them.
    pub(crate) fn tell_end(&mut self) {
        if L::EXPLAINS && self.listener.wants_explanations() {
            for rule in 0..P::RULES.len() {
                if let Some(explanation) = P::explain(self, rule) {
                    self.listener.rule_explained(rule, &explanation);
                }
            }
        }
        #[cfg(feature = "metrics")]
        self.tell_tests();
        if L::ACTIVE {
            self.listener.change_ended();
        }
    }

    fn propagate(&mut self, firing: Option<(u32, u32)>, kinds: u64) {
        let work = &mut self.work;
        work.poisoned = true;
        work.date += 1;
        change::propagate::<P>(work, firing.map(|(token, _)| token), kinds);
        if P::FEATURES.no_loop
            && let Some((token, index)) = firing
        {
            work.drop_loops(token, index);
        }
        if !L::ACTIVE && !spans::follows_changes() {
            work.end_matches();
            work.begin_matches();
            return;
        }
        let mut told = spans::also(&mut self.listener);
        report::ended::<P, EventSink<'_, L>>(&work.memory, &work.network, &mut told);
        work.end_matches();
        let fresh = report::begun(work);
        work.begin_matches();
        report::created::<P, EventSink<'_, L>>(&work.memory, &work.network, fresh, &mut told);
    }
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

impl<P: Program, L> fmt::Debug for Session<P, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct(P::NAME)
            .field("changes", &self.work.date)
            .field("pending", &self.work.network.agenda.len())
            .finish_non_exhaustive()
    }
}
