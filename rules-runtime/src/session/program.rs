//! What a session asks of a ruleset: its rules, and what they do.

use alloc::vec::Vec;
use core::cell::{Cell, RefCell};
use core::fmt;
use core::hash::Hash;

use crate::ids::TokenId;
#[cfg(feature = "coverage")]
use crate::inspect::coverage::places::{ConditionPlace, CoveredTable};
use crate::inspect::deciding_row::DecidingRow;
use crate::inspect::explain::Explanation;
use crate::inspect::graph::NetworkGraph;
use crate::inspect::listener::Listener;
use crate::inspect::metadata::{RuleInfo, RulesetInfo};
use crate::memory::archive::Moment;
use crate::memory::fact::Fact;
use crate::memory::identity::may_be_logical;
use crate::network::Network;
use crate::network::conditions::{Conditions, Holds, Writes};
use crate::plan::LookUp;
use crate::session::Session;
use crate::session::bulk::Bulk;
use crate::session::error::RuleError;
use crate::session::firing_mode::FiringMode;
use crate::session::run::End;
use crate::session::transaction::Transaction;

/// A compiled ruleset: its conditions, and what its rules do. Implemented by generated code alone, which leaves out what its
/// rules do not need.
pub trait Program: Conditions {
    /// The globals.
    type Globals;
    /// Names a rule.
    type Rule: Copy + Eq + Hash + fmt::Debug + 'static;
    /// What a block may fail with: `#[error(…)]`, else what cannot be.
    type Error: 'static;
    /// How its sessions fire: `()`, or with a way back under `#[backtrack]`.
    type Search: FiringMode<Self>;
    /// What a call that fires gives: a `Result` under `#[error(…)]`, else the value itself.
    type Outcome<T>;

    /// The ruleset's name.
    const NAME: &'static str;
    /// The rules, in the order in which they are written.
    const RULES: &'static [RuleInfo<Self::Rule>];
    /// The network, to be looked at.
    const NETWORK: &'static NetworkGraph;
    /// What is counted of the look-ups of searches.
    const LOOK_UPS: &'static [LookUp] = &[];

    /// Explains a rule, given by its place; a ruleset may be built without. Generic so that a program that asks for
    /// none carries none.
    fn explain<L: Listener>(session: &Session<Self, L>, rule: usize) -> Option<Explanation> {
        _ = (session, rule);
        None
    }
    /// Where the conditions that explanations show stand, rule by rule; none where there are none.
    #[cfg(feature = "coverage")]
    #[must_use]
    fn places() -> &'static [&'static [ConditionPlace]] {
        &[]
    }
    /// The root of the package in which the ruleset stands.
    #[cfg(feature = "coverage")]
    #[must_use]
    fn package() -> Option<&'static str> {
        None
    }
    /// The tables of whose rows is noted which have held.
    #[cfg(feature = "coverage")]
    #[must_use]
    fn covered_tables() -> &'static [&'static CoveredTable] {
        &[]
    }
    /// Gives the caller the result of firing.
    fn outcome<T>(result: Result<T, RuleError<Self::Error, Self::Rule>>) -> Self::Outcome<T>;
    /// What a block's error is as an [`Error`](core::error::Error), where it is or holds one.
    #[must_use]
    fn error_source(error: &Self::Error) -> Option<&(dyn core::error::Error + 'static)> {
        _ = error;
        None
    }
    /// Inserts what a session begins with, the rows of tables. Returns the fact types of which there is something.
    fn begin(session: &mut Transaction<'_, Self>) -> u64 {
        _ = session;
        0
    }
    /// Adds to `rows` the rows of the tables that the conditions of a match that stands have asked, in the order in which
    /// they are written; `index` is the entry of [`Plan::matches`](crate::plan::Plan::matches).
    fn decided(
        index: u32,
        token: TokenId,
        memory: &Self::Memory,
        network: &Network<Self::Mode>,
        rows: &mut Vec<DecidingRow>,
    ) {
        _ = (index, token, memory, network, rows);
    }
    /// Runs the block of the rule whose match a token is; `index` is the entry of [`Plan::matches`](crate::plan::Plan::matches).
    ///
    /// # Errors
    ///
    /// Fails as the block does.
    fn fire(
        index: u32,
        token: TokenId,
        firing: &Firing<'_, Self>,
        globals: &mut Self::Globals,
    ) -> Result<(), Self::Error> {
        _ = (index, token, firing, globals);
        Ok(())
    }
    /// Fires the matches of a rule in bulk, as long as one of them is next: evaluates what the block inserts, and hands it on.
    fn insert_of(index: u32, bulk: &mut Bulk<'_, Self>) {
        _ = (index, bulk);
    }
    /// Runs the `undo` block of the rule of which a match that fired has ended; the token is a copy of it.
    ///
    /// # Errors
    ///
    /// Fails as the block does.
    fn undo(
        index: u32,
        token: TokenId,
        firing: &Firing<'_, Self>,
        globals: &mut Self::Globals,
    ) -> Result<(), Self::Error> {
        _ = (index, token, firing, globals);
        Ok(())
    }
}

impl RulesetInfo {
    /// That of a ruleset.
    pub(crate) fn of<P: Program>() -> Self {
        let rule = |info: &RuleInfo<P::Rule>| RuleInfo {
            rule: (),
            name: info.name,
            docs: info.docs,
            stage: info.stage,
            salience: info.salience,
            tags: info.tags,
            conditions: info.conditions,
            position: info.position,
        };
        RulesetInfo {
            name: P::NAME,
            rules: P::RULES.iter().map(rule).collect(),
            fact_types: P::PLAN.kinds.iter().map(|kind| kind.name).collect(),
            network: P::NETWORK,
            #[cfg(feature = "coverage")]
            places: P::places(),
            #[cfg(feature = "coverage")]
            package: P::package(),
        }
    }
}

/// What a running block can reach: the facts, and where its effects go.
pub struct Firing<'a, P: Program> {
    pub(crate) memory: &'a P::Memory,
    pub(crate) network: &'a Network<P::Mode>,
    /// When the match was as the block sees it.
    pub(crate) moment: Moment,
    /// Which alternative the block is to choose.
    pub(crate) alternative: u32,
    pub(crate) end: Cell<End>,
    pub(crate) inserts: Cell<u64>,
    pub(crate) halt: Cell<bool>,
    /// Groups to focus, counted from 1, in order.
    pub(crate) focus: RefCell<Vec<u32>>,
}

impl<'a, P: Program> Firing<'a, P> {
    /// Working memory.
    #[must_use]
    pub fn memory(&self) -> &'a P::Memory {
        self.memory
    }

    /// The network.
    #[must_use]
    pub fn network(&self) -> &'a Network<P::Mode> {
        self.network
    }

    /// When the match was as the block sees it.
    #[must_use]
    pub fn moment(&self) -> Moment {
        self.moment
    }

    /// Which alternative the block is to choose, counted from 0.
    #[must_use]
    pub fn alternative(&self) -> u32 {
        self.alternative
    }

    /// Notes a `fail`.
    pub fn fail(&self) {
        self.end.set(End::Failed);
    }

    /// Notes that there is no such alternative.
    pub fn exhaust(&self) {
        self.end.set(End::Exhausted);
    }

    /// Notes an `insert`.
    pub fn insert<F: 'static>(&self, fact: F)
    where
        P: Holds<F>,
    {
        const { assert!(P::PLAN.is_affected(P::KIND)) }
        P::slab(self.memory).effects.insert(fact, self.nth(), false);
    }

    /// Notes an `insert logical`.
    pub fn insert_logical<F: 'static>(&self, fact: F)
    where
        P: Holds<F>,
    {
        const { may_be_logical::<F, P::Identity>() }
        const { assert!(P::PLAN.is_affected(P::KIND) && P::PLAN.is_logical(P::KIND)) }
        P::slab(self.memory).effects.insert(fact, self.nth(), true);
    }

    /// Notes an `insert` in a ruleset with `#[best]` facts.
    pub fn insert_plain<F: 'static>(&self, fact: F)
    where
        P: Writes<F>,
    {
        self.insert(fact);
    }

    /// Hands a fact on that a block is to modify or retract, in a ruleset with `#[best]` facts.
    #[inline]
    pub fn writes<'f, 'm, F: 'static>(&self, fact: &'f Fact<'m, F>) -> &'f Fact<'m, F>
    where
        P: Writes<F>,
    {
        fact
    }

    fn nth(&self) -> u64 {
        self.inserts.replace(self.inserts.get() + 1)
    }

    /// Notes a `focus`.
    pub fn focus(&self, group: u32) {
        self.focus.borrow_mut().push(group);
    }

    /// Notes a `halt`.
    pub fn halt(&self) {
        self.halt.set(true);
    }
}
