//! The session: a running ruleset, and what it is asked. The calls that change it are in `changes`.

mod activation;
pub(crate) mod answers;
pub(crate) mod audience;
pub(crate) mod bulk;
pub(crate) mod change;
mod changes;
pub(crate) mod clone;
pub(crate) mod error;
pub(crate) mod events;
pub(crate) mod firing_mode;
pub(crate) mod follower;
pub(crate) mod iterators;
#[cfg(feature = "reload")]
pub(crate) mod load;
mod memos;
pub(crate) mod program;
pub(crate) mod query;
pub(crate) mod report;
pub(crate) mod run;
pub(crate) mod settle;
pub(crate) mod several;
pub(crate) mod spans;
pub(crate) mod straight;
pub(crate) mod transaction;
pub(crate) mod watch;
pub(crate) mod work;

use alloc::boxed::Box;
use core::fmt;

use crate::ids::TokenId;
use crate::inspect::listener::Listener;
use crate::inspect::metadata::{RuleInfo, RulesetInfo};
use crate::memory::handle::Handle;
use crate::network::Network;
use crate::network::conditions::Holds;
use crate::network::engine_features::HasFeatures as _;
use crate::session::audience::Audience as _;
use crate::session::follower::Follower;
use crate::session::iterators::{Activations, FactsOf, HandlesOf};
use crate::session::program::Program;
use crate::session::report::Outcome;
use crate::session::spans::EventSink;
use crate::session::transaction::Transaction;
use crate::session::watch::Watches;
use crate::session::work::Work;

pub use activation::Activation;

/// A running ruleset: its facts, what matches, and what is still to fire.
///
/// The type that a `ruleset` item names dereferences to this one. That type is `Clone`, and `Send`, where the
/// fact types, the globals and the listener are. A copy answers the handles made before it.
pub struct Session<P: Program, L = ()> {
    pub(crate) work: Box<Work<P>>,
    pub(crate) globals: P::Globals,
    pub(crate) listener: L,
    pub(crate) search: P::Search,
    pub(crate) watches: Watches,
    pub(crate) covered: Follower,
}

impl<P: Program, L: Listener> Session<P, L> {
    /// The rules, in the order in which they are written.
    pub const RULES: &'static [RuleInfo<P::Rule>] = P::RULES;

    #[doc(hidden)]
    #[must_use]
    pub fn __new(globals: P::Globals, listener: L) -> Self {
        Self::begin(Box::new(Work::new()), globals, listener)
    }

    /// A session that begins with working memory as it is: empty, its clock set.
    pub(crate) fn begin(work: Box<Work<P>>, globals: P::Globals, listener: L) -> Self {
        let mut session = Session {
            work,
            globals,
            listener,
            search: P::Search::default(),
            watches: Watches::default(),
            covered: Follower::of::<P>(),
        };
        session.tell_beginning();
        let kinds = P::begin(&mut Transaction {
            work: &mut session.work,
        });
        session.close(kinds);
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
    ///
    /// # Panics
    ///
    /// Panics if an earlier panic in a condition has poisoned the session.
    #[must_use]
    pub fn get<F: 'static>(&self, handle: Handle<F>) -> Option<&F>
    where
        P: Holds<F>,
    {
        self.work.check();
        let slot = self.work.slot(handle).ok()?;
        Some(P::slab(&self.work.memory).value(slot))
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
    ///
    /// # Panics
    ///
    /// Panics if an earlier panic in a condition has poisoned the session.
    #[must_use]
    pub fn contains<F: 'static>(&self, handle: Handle<F>) -> bool
    where
        P: Holds<F>,
    {
        self.work.check();
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

    /// Takes what is staged from outside through the network, as one change. `kinds` are the fact types of which it says
    /// something.
    pub(crate) fn close(&mut self, kinds: u64) {
        self.propagate(None, kinds, false, &[]);
        self.work.finish(kinds);
        self.tell_end();
    }

    /// The same of what a firing has staged. `firing` is the match whose effects the change is, with its entry in the plan;
    /// `outcomes` what the firing has done to activations.
    pub(crate) fn close_firing(
        &mut self,
        firing: Option<(TokenId, u32)>,
        kinds: u64,
        outcomes: &[Outcome],
    ) {
        self.propagate(firing, kinds, false, outcomes);
        self.work.finish(kinds);
        self.tell_end();
    }

    /// The same of a change in which no match begins: of facts that nothing needs any more.
    pub(crate) fn close_unseen(&mut self, kinds: u64) {
        self.propagate(None, kinds, true, &[]);
        self.work.finish(kinds);
        self.tell_end();
    }

    /// Tells the listener that a change is over, after the explanations of the rules if it wants them.
    pub(crate) fn tell_end(&mut self) {
        if L::EXPLAINS && self.listener.wants_explanations() {
            for rule in 0..P::RULES.len() {
                if self.listener.wants_explanation_of(rule)
                    && let Some(explanation) = P::explain(self, rule)
                {
                    self.listener.rule_explained(rule, &explanation);
                }
            }
        }
        if const { follower::COMPILED } && follower::is_on() {
            self.cover();
        }
        #[cfg(feature = "metrics")]
        self.tell_tests();
        if L::ACTIVE {
            self.listener.change_ended();
        }
    }

    /// Looks at the rules for the coverage of the process.
    #[cold]
    fn cover(&mut self) {
        if !self.covered.looks() {
            return;
        }
        for rule in 0..P::RULES.len() {
            if self.covered.wants(rule)
                && let Some(explanation) = P::explain(self, rule)
            {
                self.covered.explained(rule, &explanation);
            }
        }
        self.covered.looked();
    }

    fn propagate(
        &mut self,
        firing: Option<(TokenId, u32)>,
        kinds: u64,
        is_unseen: bool,
        outcomes: &[Outcome],
    ) {
        let work = &mut self.work;
        work.poisoned = true;
        work.date += 1;
        change::propagate::<P>(work, firing.map(|(token, _)| token), kinds);
        if P::EVENTS {
            let (date, memory) = (work.date - 1, &mut work.memory);
            P::visit(&mut events::Schedule::<P> { memory, date });
        }
        if const { P::FEATURES.no_loop }
            && let Some((token, index)) = firing
        {
            work.drop_loops(token, index);
        }
        if is_unseen {
            work.drop_fresh();
        }
        if !(const { L::MAY_HEAR } && L::hears_changes()) {
            work.end_matches();
            work.begin_matches();
            return;
        }
        // Until the last code of the user's has run, the change may be broken off: nothing is told before.
        let ended = report::ended::<P>(&work.memory, &work.network);
        work.end_matches();
        let fresh = report::begun(work);
        work.begin_matches();
        let mut told = spans::also(&mut self.listener);
        report::outcomes(outcomes, &mut told);
        report::facts::<P, EventSink<'_, L>>(&work.memory, &mut told);
        report::outcomes(&ended, &mut told);
        report::created::<P, EventSink<'_, L>>(work, fresh, &mut told);
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
