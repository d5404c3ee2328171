//! The session: working memory, network and agenda of a ruleset, and the calls on them.

use alloc::vec::Vec;
use core::fmt;

use crate::change::{self, Discard, Stage};
use crate::handle::{FactId, Handle, HandleError, Tags};
use crate::index::NIL;
use crate::listener::{ActivationEvent, Listener};
use crate::metadata::{Fired, RuleInfo, Stop};
use crate::network::Network;
use crate::program::{Firing, Holds, Program};
use crate::report;
use crate::slab::ALL;

/// A running ruleset: its facts, what matches, and what is still to fire.
///
/// The type that a `ruleset` item names dereferences to this one.
pub struct Session<P: Program, L = ()> {
    memory: P::Memory,
    network: Network,
    globals: P::Globals,
    listener: L,
    tags: Tags,
    /// How many changes there have been.
    date: u64,
    halted: bool,
    /// Whether a change is under way, or was when a panic ended it.
    poisoned: bool,
}

/// An activation: a match that has not fired yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Activation<R> {
    rule: R,
    facts: Vec<FactId>,
}

impl<R: Copy> Activation<R> {
    /// The rule.
    #[must_use]
    pub fn rule(&self) -> R {
        self.rule
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
        let mut network = Network::new(P::PLAN);
        network.cancelled = L::ACTIVE.then(Vec::new);
        let mut session = Session {
            memory: P::memory(),
            network,
            globals,
            listener,
            tags: Tags::new(),
            date: 0,
            halted: false,
            poisoned: false,
        };
        for &root in P::PLAN.roots {
            session.network.create(root, NIL, NIL);
        }
        session.commit(None);
        session
    }

    /// Inserts a fact. Where facts of its type are told apart and one of the same identity is there, the
    /// answer is that one's handle.
    ///
    /// # Panics
    ///
    /// Panics if an earlier panic in a condition has poisoned the session.
    pub fn insert<F: 'static>(&mut self, fact: F) -> Handle<F>
    where
        P: Holds<F>,
    {
        self.begin();
        let handle = self.stage_insert(fact);
        self.commit(None);
        handle
    }

    /// Inserts facts as one change. The answer is their handles, in order.
    ///
    /// # Panics
    ///
    /// Panics if an earlier panic in a condition has poisoned the session.
    pub fn insert_all<F: 'static>(&mut self, facts: impl IntoIterator<Item = F>) -> Vec<Handle<F>>
    where
        P: Holds<F>,
    {
        let facts: Vec<F> = facts.into_iter().collect();
        self.begin();
        let handles = facts.into_iter().map(|fact| self.stage_insert(fact)).collect();
        self.commit(None);
        handles
    }

    /// Changes a fact in place. The answer is what `change` returns.
    ///
    /// # Errors
    ///
    /// Fails if the handle names no fact of this session.
    pub fn update<F: Clone + 'static, R>(
        &mut self,
        handle: Handle<F>,
        change: impl FnOnce(&mut F) -> R,
    ) -> Result<R, HandleError>
    where
        P: Holds<F>,
    {
        let slot = self.slot(handle)?;
        let mut fact = P::slab(&self.memory).value(slot).clone();
        let result = change(&mut fact);
        self.begin();
        P::slab_mut(&mut self.memory).stage_value::<P::Identity>(slot, fact, ALL);
        self.commit(None);
        Ok(result)
    }

    /// Gives a fact a new value. The answer is the old one.
    ///
    /// # Errors
    ///
    /// Fails if the handle names no fact of this session.
    pub fn replace<F: 'static>(&mut self, handle: Handle<F>, fact: F) -> Result<F, HandleError>
    where
        P: Holds<F>,
    {
        let slot = self.slot(handle)?;
        self.begin();
        P::slab_mut(&mut self.memory).stage_value::<P::Identity>(slot, fact, ALL);
        Ok(self.commit_and_take(slot))
    }

    /// Takes a fact out.
    ///
    /// # Errors
    ///
    /// Fails if the handle names no fact of this session.
    pub fn retract<F: 'static>(&mut self, handle: Handle<F>) -> Result<F, HandleError>
    where
        P: Holds<F>,
    {
        let slot = self.slot(handle)?;
        self.begin();
        P::slab_mut(&mut self.memory).stage_retract::<P::Identity>(slot);
        Ok(self.commit_and_take(slot))
    }

    /// The fact that a handle names, if it is there.
    #[must_use]
    pub fn get<F: 'static>(&self, handle: Handle<F>) -> Option<&F>
    where
        P: Holds<F>,
    {
        self.slot(handle).ok().map(|slot| P::slab(&self.memory).value(slot))
    }

    /// Whether the fact that a handle names is there.
    #[must_use]
    pub fn contains<F: 'static>(&self, handle: Handle<F>) -> bool
    where
        P: Holds<F>,
    {
        self.slot(handle).is_ok()
    }

    /// The facts of a type, in the order of their insertion.
    pub fn facts<F: 'static>(&self) -> impl Iterator<Item = &F>
    where
        P: Holds<F>,
    {
        self.check();
        let slab = P::slab(&self.memory);
        slab.slots().map(|slot| slab.value(slot))
    }

    /// The handles of the facts of a type, in the order of their insertion.
    pub fn handles<F: 'static>(&self) -> impl Iterator<Item = Handle<F>>
    where
        P: Holds<F>,
    {
        self.check();
        let slab = P::slab(&self.memory);
        slab.slots().map(|slot| Handle::new(slab.id(slot)))
    }

    /// How many facts of a type there are.
    #[must_use]
    pub fn len<F: 'static>(&self) -> usize
    where
        P: Holds<F>,
    {
        self.check();
        P::slab(&self.memory).len()
    }

    /// Fires until nothing is left to fire, or a rule halts.
    ///
    /// # Panics
    ///
    /// Panics if a rule's block does; the session is then as before that firing.
    pub fn run(&mut self) -> Fired {
        self.run_limit(u64::MAX)
    }

    /// Fires `limit` times at the most.
    ///
    /// # Panics
    ///
    /// Panics if a rule's block does; the session is then as before that firing.
    pub fn run_limit(&mut self, limit: u64) -> Fired {
        self.check();
        let mut count = 0;
        let stop = loop {
            if core::mem::take(&mut self.halted) {
                break Stop::Halted;
            }
            let Some(token) = self.first_activation() else { break Stop::Rest };
            if count == limit {
                break Stop::Limit;
            }
            self.fire(token);
            count += 1;
        };
        Fired { count, stop }
    }

    /// Fires once.
    ///
    /// # Panics
    ///
    /// Panics if the rule's block does; the session is then as before.
    pub fn step(&mut self) -> Fired {
        self.run_limit(1)
    }

    /// Makes the next run stop before it fires.
    pub fn halt(&mut self) {
        self.halted = true;
    }

    /// The activations, in firing order.
    pub fn agenda(&self) -> impl Iterator<Item = Activation<P::Rule>> {
        self.check();
        let Session { memory, network, .. } = self;
        let order = |a, b| change::order::<P>(memory, network, a, b);
        network.agenda.in_order(order).into_iter().map(|token| Activation {
            rule: P::RULES[P::PLAN.matches[network.match_of(token) as usize].rule as usize].rule,
            facts: change::facts::<P>(memory, network, token).collect(),
        })
    }

    /// The globals.
    #[must_use]
    pub fn globals(&self) -> &P::Globals {
        &self.globals
    }

    /// The globals, to change them.
    pub fn globals_mut(&mut self) -> &mut P::Globals {
        &mut self.globals
    }

    /// The listener.
    #[must_use]
    pub fn listener(&self) -> &L {
        &self.listener
    }

    /// The listener, to change it.
    pub fn listener_mut(&mut self) -> &mut L {
        &mut self.listener
    }

    /// Fires an activation.
    fn fire(&mut self, token: u32) {
        let index = self.network.match_of(token);
        self.tell(token, L::rule_firing);
        change_nothing::<P>(&mut self.memory);
        let Session { memory, network, globals, .. } = self;
        let firing = Firing { memory, network, inserts: 0.into(), halt: false.into() };
        P::fire(index, token, &firing, globals);
        let (inserts, halt) = (firing.inserts.get(), firing.halt.get());
        self.tell(token, L::rule_fired);

        self.begin();
        let mut fired = self.network.start_firing(index, token);
        self.halted |= halt;
        let first_tag = self.tags.reserve(inserts);
        P::visit(&mut Stage::<P> { memory: &mut self.memory, first_tag });
        self.commit(Some((index, &fired)));
        fired.clear();
        self.network.fired = fired;
    }

    /// Takes what is staged through the network, as one change.
    fn commit(&mut self, cause: Option<(u32, &[u32])>) {
        self.propagate(cause);
        change::finish::<P>(&mut self.memory, &mut self.network);
        self.poisoned = false;
    }

    /// The same, for a change that takes a value out of a slot.
    fn commit_and_take<F: 'static>(&mut self, slot: u32) -> F
    where
        P: Holds<F>,
    {
        self.propagate(None);
        let value = P::slab_mut(&mut self.memory).take_before(slot);
        change::finish::<P>(&mut self.memory, &mut self.network);
        self.poisoned = false;
        value.expect("the change took a value out of the slot")
    }

    fn propagate(&mut self, cause: Option<(u32, &[u32])>) {
        let Session { memory, network, listener, date, .. } = self;
        *date += 1;
        change::propagate::<P>(memory, network);
        network.drop_loops(cause);
        if L::ACTIVE {
            report::changes::<P, L>(memory, network, listener);
        }
        network.close_change(*date);
    }

    fn first_activation(&mut self) -> Option<u32> {
        let Session { memory, network, .. } = self;
        network.first_activation(|network, a, b| change::order::<P>(memory, network, a, b))
    }

    fn stage_insert<F: 'static>(&mut self, fact: F) -> Handle<F>
    where
        P: Holds<F>,
    {
        let tag = self.tags.next();
        let slab = P::slab_mut(&mut self.memory);
        let slot = slab.stage_insert::<P::Identity>(fact, tag);
        Handle::new(slab.id(slot))
    }

    fn slot<F: 'static>(&self, handle: Handle<F>) -> Result<u32, HandleError>
    where
        P: Holds<F>,
    {
        let fact_type = P::PLAN.kinds[P::KIND as usize].name;
        let error = HandleError { id: handle.id(), fact_type, poisoned: self.poisoned };
        if self.poisoned {
            return Err(error);
        }
        P::slab(&self.memory).slot(handle.id()).ok_or(error)
    }

    /// Tells the listener of an activation.
    fn tell(&mut self, token: u32, event: impl FnOnce(&mut L, ActivationEvent<'_>)) {
        if L::ACTIVE {
            let Session { memory, network, listener, .. } = self;
            report::activation::<P>(memory, network, token, |activation| event(listener, activation));
        }
    }

    /// Begins a change. Until it is committed a panic poisons the session.
    fn begin(&mut self) {
        self.check();
        self.poisoned = true;
    }

    fn check(&self) {
        assert!(!self.poisoned, "{POISONED}");
    }
}

/// What a call on a poisoned session says.
pub(crate) const POISONED: &str =
    "this session is poisoned: a panic in a condition, or in a fact's own code, has broken off a change";

/// Forgets what a block that panicked has left behind.
fn change_nothing<P: Program>(memory: &mut P::Memory) {
    P::visit(&mut Discard::<P> { memory });
}

impl<P: Program, L> fmt::Debug for Session<P, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct(P::NAME)
            .field("changes", &self.date)
            .field("pending", &self.network.agenda.len())
            .finish_non_exhaustive()
    }
}
