//! The naive matcher: a session that evaluates every rule afresh before and after each change.
//!
//! It keeps facts as a plain list and matches as a plain list. A change applies its operations, asks for the
//! matches of every rule, and compares them with those held: what is new begins, what is gone ends, what is
//! the same stays. Everything is as the language defines it, and nothing is clever.

mod accumulate;
mod best;
mod block;
mod change;
mod circles;
mod complexity;
mod counts;
mod derivations;
mod evaluate;
mod found;
mod gone;
mod identity;
mod matching;
mod memory;
mod order;
mod queries;
mod reads;
mod replay;
mod search;
mod support;
mod tables;

use crate::model::Ruleset;
use crate::value::Value;
use found::{Groups, Match, Part};

pub use counts::Row;
pub use derivations::{Derived, Reason};
use memory::Memory;
pub use memory::{Fact, FactId};
use order::Choice;
pub(crate) use reads::result_type;

use search::Search;
use std::collections::HashMap;
pub use support::stratify;

/// Why firing stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Nothing is left to fire.
    Rest,
    /// The bound was reached.
    Limit,
    /// A rule said `halt`.
    Halted,
    /// A block returned an error.
    Failed,
    /// A rule said `fail`, and no alternative was left.
    Exhausted,
}

/// How a firing ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// As firings do.
    Fired,
    /// Its block said `halt`.
    Halted,
    /// Its block returned an error.
    Failed,
    /// It failed, and so did all alternatives of choices before it.
    Exhausted,
}

/// How many activations fired, and why no more did; of a run that failed, that alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fired {
    /// How many.
    pub count: u64,
    /// Why no more.
    pub stop: Stop,
}

/// An activation as `agenda` shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Activation {
    /// The rule's place in the ruleset.
    pub rule: usize,
    /// Whether its turn can come without a further focus.
    pub focused: bool,
    /// The facts of the patterns outside `not`, `exists`, `forall` and accumulates, as written.
    pub facts: Vec<FactId>,
}

/// What became of a match that holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// It waits for its turn.
    Pending,
    /// It has fired.
    Fired,
    /// It will not fire: `no_loop` or `lock_on_active`, or it was skipped.
    Barred,
}

/// A match that holds, from the change that began it to the one that ends it.
#[derive(Clone, Debug)]
struct Held<'r> {
    number: u64,
    date: u64,
    salience: i32,
    watched: Option<Vec<Value>>,
    state: State,
    /// The dates that its facts had when it fired.
    fired: Vec<u64>,
    found: Match<'r>,
}

/// A match that fired and ended, its `undo` block not run yet.
#[derive(Clone, Debug)]
struct Undone<'r> {
    /// The number that the match had.
    number: u64,
    date: u64,
    salience: i32,
    /// The dates that its facts had when it fired.
    fired: Vec<u64>,
    found: Match<'r>,
    variables: Vec<(&'r str, block::Variable<'r>)>,
}

/// A change made from outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Call {
    /// `insert`
    Insert(String, Vec<Value>),
    /// `update`: the fact's values after it.
    Update(FactId, Vec<Value>),
    /// `retract`
    Retract(FactId),
}

/// A session of a ruleset.
#[derive(Clone, Debug)]
pub struct Session<'r> {
    ruleset: &'r Ruleset,
    memory: Memory<'r>,
    groups: Groups<'r>,
    held: Vec<Held<'r>>,
    undone: Vec<Undone<'r>>,
    date: u64,
    number: u64,
    focus: Vec<&'r str>,
    /// The subjects of `#[once]` rules that have fired.
    spent: Vec<(usize, Vec<Part<'r>>)>,
    /// What `#[on_change]` watched at the last firing over the same facts.
    last: HashMap<(usize, Vec<Part<'r>>), Vec<Value>>,
    search: Search<'r>,
}

impl<'r> Session<'r> {
    /// A new session: no facts, and what matches of none.
    #[must_use]
    pub fn new(ruleset: &'r Ruleset) -> Self {
        let mut session = Self {
            ruleset,
            memory: Memory::new(ruleset),
            groups: Groups::default(),
            held: Vec::new(),
            undone: Vec::new(),
            date: 0,
            number: 0,
            focus: Vec::new(),
            spent: Vec::new(),
            last: HashMap::new(),
            search: Search::default(),
        };
        session.settle(None);
        session
    }

    /// The facts of a type, in insertion order.
    #[must_use]
    pub fn facts(&self, fact: &str) -> Vec<&Fact<'r>> {
        let all = self.memory.of(fact);
        all.filter(|fact| !self.memory.hidden.contains(&fact.id))
            .collect()
    }

    /// The fact of that number, if it is there.
    #[must_use]
    pub fn get(&self, id: FactId) -> Option<&Fact<'r>> {
        self.memory.get(id)
    }

    /// How often it has evaluated a condition so far: what it has cost.
    #[must_use]
    pub fn evaluations(&self) -> u64 {
        self.memory.evaluations.get()
    }

    /// How many facts there are in all.
    #[must_use]
    pub fn len(&self) -> usize {
        self.memory.facts().len() - self.memory.hidden.len()
    }

    /// Whether there are no facts.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The pending activations in firing order.
    #[must_use]
    pub fn agenda(&self) -> Vec<Activation> {
        self.entries()
            .iter()
            .map(|entry| Activation {
                rule: entry.found().rule,
                focused: self.may_fire(*entry),
                facts: entry.found().facts(),
            })
            .collect()
    }

    /// Every match that holds, fired or not.
    #[must_use]
    pub fn matches(&self) -> Vec<Activation> {
        self.held
            .iter()
            .map(|held| Activation {
                rule: held.found.rule,
                focused: self.may_fire(order::Entry::Match(held)),
                facts: held.found.facts(),
            })
            .collect()
    }

    /// Inserts a fact; the number of the one that stands for it.
    pub fn insert(&mut self, fact: &str, values: &[Value]) -> FactId {
        self.transaction(&[Call::Insert(fact.into(), values.to_vec())])[0]
    }

    /// Inserts facts of one type in one change.
    pub fn insert_all(&mut self, fact: &str, facts: &[Vec<Value>]) -> Vec<FactId> {
        let calls: Vec<Call> = facts
            .iter()
            .map(|values| Call::Insert(fact.into(), values.clone()))
            .collect();
        self.transaction(&calls)
    }

    /// Gives a fact new values.
    pub fn update(&mut self, id: FactId, values: &[Value]) {
        self.transaction(&[Call::Update(id, values.to_vec())]);
    }

    /// Takes a fact away.
    pub fn retract(&mut self, id: FactId) {
        self.transaction(&[Call::Retract(id)]);
    }

    /// Several calls as one change; the number of the fact that each was about.
    pub fn transaction(&mut self, calls: &[Call]) -> Vec<FactId> {
        self.forget_before(calls);
        self.date += 1;
        let touched = calls
            .iter()
            .map(|call| match call {
                Call::Insert(fact, values) => {
                    self.memory.insert(fact, values.clone(), None, self.date)
                }
                Call::Update(id, values) => {
                    self.memory.replace(*id, values.clone(), self.date);
                    *id
                }
                Call::Retract(id) => {
                    self.memory.retract(*id);
                    *id
                }
            })
            .collect();
        self.settle(None);
        touched
    }

    /// Makes all changes that time brings up to an instant, where the clock then is. It stands at each on the way: there
    /// what expires, leaves a window or falls due is one change, then comes what waits.
    pub fn tick_to(&mut self, t: i32) {
        while self.step_to(t) {}
    }

    /// Makes these changes, and fires until nothing is left before the first and after each of them, unless a rule halts.
    pub fn advance_to(&mut self, t: i32) -> Fired {
        let mut fired = self.run_limit(u64::MAX);
        while fired.stop != Stop::Halted && self.step_to(t) {
            let Fired { count, stop } = self.run_limit(u64::MAX);
            fired = Fired {
                count: fired.count + count,
                stop,
            };
        }
        fired
    }

    /// Makes the next change where the clock is or, if there is none, puts it one instant on, if it is not at `t`. Returns
    /// whether it has done one of these.
    fn step_to(&mut self, t: i32) -> bool {
        if !(self.memory.expire() || self.memory.enter(self.date + 1)) {
            if self.memory.now == t {
                return false;
            }
            self.memory.now += 1;
            self.memory.expire();
        }
        self.date += 1;
        self.settle(None);
        true
    }

    /// Where the clock is.
    #[must_use]
    pub fn now(&self) -> i32 {
        self.memory.now
    }

    /// For each fact type, how many of its events came after their time.
    #[must_use]
    pub fn late(&self) -> &[u64] {
        &self.memory.late
    }

    /// Takes the first activation off the agenda as if it had fired: there is nothing to undo, and `#[once]` and `#[on_change]`
    /// take it for a firing.
    pub fn skip(&mut self) {
        if let Some(choice) = self.choose() {
            self.take_off(choice);
        }
    }

    /// Takes an activation off the agenda as if it had fired.
    fn take_off(&mut self, choice: Choice) {
        match choice {
            Choice::Undo(number) => self.undone.retain(|undone| undone.number != number),
            Choice::Match(number) => {
                let skipped = self.held.iter_mut().filter(|held| held.number == number);
                skipped.for_each(|held| held.state = State::Barred);
                self.remember(number);
            }
        }
    }

    /// Fires the first activation, if there is one.
    pub fn step(&mut self) -> Fired {
        self.run_limit(1)
    }

    /// Fires until nothing is left, a rule says `halt`, or `limit` activations have fired. One that fails has not, the one
    /// that then fires with another alternative has.
    pub fn run_limit(&mut self, limit: u64) -> Fired {
        let mut count = 0;
        let stop = loop {
            if count == limit {
                break if self.entries().iter().any(|entry| self.may_fire(*entry)) {
                    Stop::Limit
                } else {
                    Stop::Rest
                };
            }
            count += 1;
            match self.fire_and_forget() {
                Some(End::Fired) => {}
                Some(End::Halted) => break Stop::Halted,
                Some(End::Failed) => {
                    count = 0;
                    break Stop::Failed;
                }
                Some(End::Exhausted) => {
                    count -= 1;
                    break Stop::Exhausted;
                }
                None => {
                    count -= 1;
                    break Stop::Rest;
                }
            }
        };
        self.search.ended(stop);
        Fired { count, stop }
    }
}
