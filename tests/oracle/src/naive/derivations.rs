//! Derivations: what holds a fact up, down to what was inserted from outside.
//!
//! A session keeps which firing inserted each fact, over which facts with which values, and which matches support
//! it. That is all that a derivation is made of; [`super::replay`] makes the facts again from it.

use super::Session;
use super::found::Match;
use super::memory::{Fact, FactId};
use super::tables::rows_of;
use crate::text;
use crate::value::Value;
use std::rc::Rc;

/// A fact of a derivation. `I` is what names facts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derived<I> {
    /// The fact.
    pub fact: I,
    /// Its value, as `Debug` writes it.
    pub value: String,
    /// Whether it stands by itself.
    pub asserted: bool,
    /// Whether its value is one that it had, and has no more.
    pub past: bool,
    /// The matches that support it.
    pub supports: Vec<Reason>,
    /// The firing that inserted it, where it stands by itself or is past.
    pub inserted_by: Option<Reason>,
}

/// A match that supports a fact, or whose firing inserted it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The rule's name.
    pub rule: String,
    /// Its facts, by their places in the derivation.
    pub facts: Vec<usize>,
    /// Of a support: the rows of the tables that its conditions asked.
    pub rows: Vec<String>,
}

/// A firing that inserted facts.
#[derive(Clone, Debug)]
pub(super) struct Firing {
    pub(super) rule: usize,
    /// Whether it was the `undo` block that ran.
    pub(super) undoes: bool,
    pub(super) facts: Vec<Version>,
}

/// A value that a fact had, and how often it had been given another one before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Version {
    pub(super) fact: FactId,
    pub(super) number: usize,
    pub(super) values: Vec<Value>,
}

/// What is known of a fact for good.
#[derive(Clone, Debug)]
pub(super) struct History {
    /// The fact type's name.
    pub(super) kind: String,
    /// Its values at the end of the last change that ended with it.
    pub(super) values: Vec<Value>,
    /// How many changes gave it other values.
    pub(super) versions: usize,
    /// The firing that inserted it.
    pub(super) origin: Option<Rc<Firing>>,
}

impl History {
    pub(super) fn new(fact: &Fact<'_>, origin: Option<Rc<Firing>>) -> Self {
        Self {
            kind: fact.kind.name.clone(),
            values: fact.values.clone(),
            versions: 0,
            origin,
        }
    }

    /// A change has ended with these values; it has made the fact, or found it there.
    pub(super) fn go_on(&mut self, values: &[Value], is_new: bool) {
        if self.values != values {
            self.versions += usize::from(!is_new);
            self.values = values.to_vec();
        }
    }
}

/// What a fact of a derivation stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    Now(FactId),
    Then(Version),
}

impl<'r> Session<'r> {
    /// A firing of a match, with the values that its facts have before its effects.
    pub(super) fn firing(&self, found: &Match<'r>, undoes: bool) -> Firing {
        let facts = found.facts().into_iter().map(|fact| {
            let history = self.memory.history(fact);
            Version {
                fact,
                number: history.versions,
                values: history.values.clone(),
            }
        });
        Firing {
            rule: found.rule,
            undoes,
            facts: facts.collect(),
        }
    }

    /// Why a fact is there: the fact, then all that it came from.
    #[must_use]
    pub fn why(&self, id: FactId) -> Vec<Derived<FactId>> {
        let mut causes = vec![Cause::Now(id)];
        let mut derivation = Vec::new();
        while let Some(cause) = causes.get(derivation.len()).cloned() {
            let derived = match &cause {
                Cause::Now(id) => self.present(*id, &mut causes),
                Cause::Then(version) => self.past(version, &mut causes),
            };
            derivation.push(derived);
        }
        derivation
    }

    fn present(&self, id: FactId, causes: &mut Vec<Cause>) -> Derived<FactId> {
        let fact = self.memory.get(id).expect("it is there");
        let supports = self.supports(id).into_iter();
        let supports: Vec<Reason> = supports
            .map(|(rule, facts, rows)| Reason {
                rows,
                ..self.reason(rule, facts, causes)
            })
            .collect();
        let inserted_by = fact.stated.then(|| self.inserted_by(id, causes)).flatten();
        Derived {
            fact: id,
            value: self.shown(&fact.kind.name, &fact.values),
            asserted: fact.stated,
            past: false,
            // What a match holds up came from the firing of that match.
            inserted_by: inserted_by.filter(|by| {
                let is_of_by = |of: &Reason| (&of.rule, &of.facts) == (&by.rule, &by.facts);
                !supports.iter().any(is_of_by)
            }),
            supports,
        }
    }

    fn past(&self, version: &Version, causes: &mut Vec<Cause>) -> Derived<FactId> {
        let inserted_by = self.inserted_by(version.fact, causes);
        let kind = &self.memory.history(version.fact).kind;
        Derived {
            fact: version.fact,
            value: self.shown(kind, &version.values),
            asserted: inserted_by.is_none(),
            past: true,
            supports: Vec::new(),
            inserted_by,
        }
    }

    /// The matches that support a fact: their rules and facts, and the rows of tables by which they decided.
    pub(super) fn supports(&self, id: FactId) -> Vec<(usize, Vec<Cause>, Vec<String>)> {
        let mut numbers = self
            .memory
            .get(id)
            .map_or(Vec::new(), |fact| fact.supports.clone());
        numbers.sort_unstable();
        numbers.dedup();
        let supports = numbers.iter().map(|number| {
            let mut held = self.held.iter();
            let held = held.find(|held| held.number == *number);
            let found = &held.expect("it holds").found;
            let facts = found.facts().into_iter().map(Cause::Now);
            let rows = rows_of(self.ruleset, &found.bindings);
            (found.rule, facts.collect(), rows)
        });
        supports.collect()
    }

    /// The firing that inserted a fact, where one did, and its facts as they are or were.
    pub(super) fn origin(&self, id: FactId) -> Option<(&Firing, Vec<Cause>)> {
        let firing = self.memory.history(id).origin.as_deref()?;
        let facts = firing.facts.iter().map(|version| {
            let is_last = self.memory.history(version.fact).versions == version.number;
            if is_last && self.memory.get(version.fact).is_some() {
                Cause::Now(version.fact)
            } else {
                Cause::Then(version.clone())
            }
        });
        Some((firing, facts.collect()))
    }

    fn inserted_by(&self, id: FactId, causes: &mut Vec<Cause>) -> Option<Reason> {
        let (firing, facts) = self.origin(id)?;
        Some(self.reason(firing.rule, facts, causes))
    }

    fn reason(&self, rule: usize, facts: Vec<Cause>, causes: &mut Vec<Cause>) -> Reason {
        let places = facts.into_iter().map(|cause| {
            let known = causes.iter().position(|other| *other == cause);
            known.unwrap_or_else(|| {
                causes.push(cause);
                causes.len() - 1
            })
        });
        Reason {
            rule: self.ruleset.rules[rule].name.clone(),
            facts: places.collect(),
            rows: Vec::new(),
        }
    }

    /// A fact as `Debug` writes it.
    fn shown(&self, kind: &str, values: &[Value]) -> String {
        let values = values.iter().map(ToString::to_string);
        text::literal(self.ruleset, kind, values).replace("Color::", "")
    }
}
