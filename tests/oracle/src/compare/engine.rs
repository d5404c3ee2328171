//! What [`compare`](super) asks of a compiled ruleset: an [`Engine`] takes changes and shows what it holds, both
//! in values.

use crate::naive::{Derived, Fired, Row, Stop};
use crate::value::Value;
use std::fmt::Debug;
use std::hash::Hash;

/// What names a fact in an engine.
pub trait Id: Copy + Eq + Hash + Debug {}

impl<I: Copy + Eq + Hash + Debug> Id for I {}

/// An activation on the agenda.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pending<I> {
    /// The rule's place in the ruleset.
    pub rule: usize,
    /// Whether its turn comes without a further focus.
    pub focused: bool,
    /// The facts of its match.
    pub facts: Vec<I>,
}

/// A compiled ruleset, spoken to in values. Fact types and rules go by their place in the ruleset, facts by
/// their place among the live ones of their type in insertion order.
pub trait Engine {
    /// What `handle.id()` gives.
    type Id: Id;

    /// How many fact types there are.
    fn kinds(&self) -> usize;
    /// Makes a call that changes something; what fired, where it is a run. Places are those before it.
    fn change(&mut self, change: &Change) -> Option<Fired>;
    /// The facts of a type in insertion order.
    fn facts(&self, kind: usize) -> Vec<(Self::Id, Vec<Value>)>;
    /// What a query gives, by its place among the [questions](crate::model::Ruleset::questions): the values of each
    /// result. One that asks whether something holds gives none, once if the answer is yes.
    fn ask(&self, query: usize, arguments: &[Value]) -> Vec<Vec<Value>>;
    /// The agenda in firing order.
    fn agenda(&self) -> Vec<Pending<Self::Id>>;
    /// What the explanation of a rule counts, by its place in the ruleset; nothing where it is not to be compared.
    fn explain(&self, rule: usize) -> Option<Vec<Row>> {
        _ = rule;
        None
    }
    /// The derivation of a fact, the fact first; nothing where it is not to be compared.
    fn why(&self, kind: usize, place: usize) -> Option<Vec<Derived<Self::Id>>> {
        _ = (kind, place);
        None
    }
    /// Where the clock is, and for each fact type how many of its events came late; nothing where there is no clock.
    fn clock(&self) -> Option<(i32, Vec<u64>)> {
        None
    }
    /// Whether it may wait for instants of facts that are gone.
    fn waits(&self) -> bool {
        false
    }
    /// The engine's check of its own state; it panics where it finds something wrong.
    fn verify(&self);
    /// Checks that a listener has been told of all that stands, and of nothing else; it panics where that is not so.
    fn check_listener(&self) {}
}

/// An engine around another, of whose changes it makes more.
pub trait Around {
    /// The other.
    type Inner: Engine;

    /// The other, whose facts, results and agenda are shown.
    fn inner(&self) -> &Self::Inner;
    /// Makes a change, and what more is to be made of it.
    fn change(&mut self, change: &Change) -> Option<Fired>;
}

impl<A: Around> Engine for A {
    type Id = <A::Inner as Engine>::Id;

    fn kinds(&self) -> usize {
        self.inner().kinds()
    }

    fn change(&mut self, change: &Change) -> Option<Fired> {
        Around::change(self, change)
    }

    fn facts(&self, kind: usize) -> Vec<(Self::Id, Vec<Value>)> {
        self.inner().facts(kind)
    }

    fn ask(&self, query: usize, arguments: &[Value]) -> Vec<Vec<Value>> {
        self.inner().ask(query, arguments)
    }

    fn agenda(&self) -> Vec<Pending<Self::Id>> {
        self.inner().agenda()
    }

    fn explain(&self, rule: usize) -> Option<Vec<Row>> {
        self.inner().explain(rule)
    }

    fn why(&self, kind: usize, place: usize) -> Option<Vec<Derived<Self::Id>>> {
        self.inner().why(kind, place)
    }

    fn clock(&self) -> Option<(i32, Vec<u64>)> {
        self.inner().clock()
    }

    fn waits(&self) -> bool {
        self.inner().waits()
    }

    fn verify(&self) {
        self.inner().verify();
    }

    fn check_listener(&self) {
        self.inner().check_listener();
    }
}

/// A change to working memory from outside. Kinds and places are as in [`Engine`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// `insert`
    Insert(usize, Vec<Value>),
    /// `update`
    Update(usize, usize, Vec<Value>),
    /// `retract`
    Retract(usize, usize),
}

/// A call on the session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// One edit.
    Edit(Edit),
    /// `insert_all`
    InsertAll(usize, Vec<Vec<Value>>),
    /// `transaction`
    Transaction(Vec<Edit>),
    /// `step`
    Step,
    /// `run_limit`
    Run(u64),
    /// `next_solution`; of a run without a bound, [`Change::Run`] of the greatest number.
    Next,
    /// `skip`
    Skip,
    /// `tick_to`, as long as anything happens.
    Tick(i32),
    /// `advance_to`, of an engine alone.
    Advance(i32),
    /// A query, by its place among the [questions](crate::model::Ruleset::questions), with its arguments. It is watched
    /// from then on, and looked at.
    Ask(usize, Vec<Value>),
}

/// A search as its engine tells of it: whether there was a solution.
#[must_use]
pub fn searched(found: bool) -> Fired {
    let stop = if found { Stop::Rest } else { Stop::Exhausted };
    Fired { count: 0, stop }
}

/// A run as its engine tells of it, why it stopped being a variant of that name.
///
/// # Panics
///
/// If it stopped as no run of a generated ruleset does.
#[must_use]
pub fn fired(count: u64, stop: &dyn Debug) -> Fired {
    let stop = match format!("{stop:?}").as_str() {
        "Rest" => Stop::Rest,
        "Limit" => Stop::Limit,
        "Halted" => Stop::Halted,
        "Failed" => Stop::Exhausted,
        other => panic!("expected no other stop, found `{other}`"),
    };
    Fired { count, stop }
}
