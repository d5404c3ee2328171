//! Finds every match of every rule, by nested loops over all facts.
//!
//! A partial match is carried through the conditions of a rule from left to right; each condition turns it
//! into none, one or several. What a match is made of ([`Part`]) gives both its identity and its place in
//! the firing order.

use super::circles::Tables;
use super::evaluate::{self, View};
use super::found::{Binding, Groups, Match, Matches, Part};
use super::memory::{Fact, Memory};
use crate::model::{Condition, Expression, Pattern, Relation, Ruleset, Side, Test};
use crate::value::Value;
use std::cell::RefCell;
use std::collections::HashMap;

/// A match on its way through the conditions.
#[derive(Clone)]
pub(super) struct Partial<'r> {
    pub(super) bindings: Vec<(&'r str, Binding)>,
    pub(super) parts: Vec<Part<'r>>,
}

impl<'r> Partial<'r> {
    pub(super) fn bind(&mut self, name: &'r str, binding: Binding) {
        self.bindings.push((name, binding));
    }

    pub(super) fn bound(&self, name: &str) -> Option<&Binding> {
        let mut bindings = self.bindings.iter().rev();
        bindings
            .find(|(bound, _)| *bound == name)
            .map(|(_, binding)| binding)
    }
}

/// Evaluates rules against working memory as it is.
pub(super) struct Matcher<'m, 'r> {
    pub(super) ruleset: &'r Ruleset,
    /// The names of its tables.
    tables: Vec<&'r str>,
    pub(super) memory: &'m Memory<'r>,
    pub(super) date: u64,
    /// The rule whose matches are being found, or after all rules the query.
    pub(super) rule: usize,
    /// The groups of before, and those met now.
    pub(super) before: Groups<'r>,
    pub(super) met: RefCell<Groups<'r>>,
    /// Of the circle of queries that is asked.
    pub(super) tables_of_circle: RefCell<Tables<'r>>,
}

impl<'m, 'r> Matcher<'m, 'r> {
    pub(super) fn new(ruleset: &'r Ruleset, memory: &'m Memory<'r>, date: u64) -> Self {
        Self {
            ruleset,
            tables: ruleset
                .tables()
                .into_iter()
                .map(|table| table.name.as_str())
                .collect(),
            memory,
            date,
            rule: 0,
            before: Groups::default(),
            met: RefCell::default(),
            tables_of_circle: RefCell::default(),
        }
    }

    /// Every match of every rule. `groups` are those of the state before, and afterwards those of now.
    pub(super) fn matches(mut self, groups: &mut Groups<'r>) -> Matches<'r> {
        self.before = std::mem::take(groups);
        let mut matches = Matches {
            found: Vec::new(),
            places: HashMap::new(),
        };
        for (rule, written) in self.ruleset.rules.iter().enumerate() {
            self.rule = rule;
            let start = Partial {
                bindings: Vec::new(),
                parts: Vec::new(),
            };
            for partial in self.all(start, &written.when) {
                let identity = self.identity(&partial);
                let key = (rule, identity.clone());
                let place = matches.places.insert(key, matches.found.len());
                assert!(place.is_none(), "two matches of one identity: {identity:?}");
                matches.found.push(Some(Match {
                    rule,
                    parts: partial.parts,
                    bindings: partial.bindings,
                    identity,
                }));
            }
        }
        *groups = self.met.into_inner();
        matches
    }

    /// What one partial match becomes by all the conditions together.
    pub(super) fn all(&self, start: Partial<'r>, conditions: &'r [Condition]) -> Vec<Partial<'r>> {
        let mut partials = vec![start];
        for condition in conditions {
            partials = partials
                .iter()
                .flat_map(|partial| self.one(partial, condition))
                .collect();
        }
        partials
    }

    /// What one partial match becomes by one condition.
    pub(super) fn one(&self, start: &Partial<'r>, condition: &'r Condition) -> Vec<Partial<'r>> {
        let evaluations = &self.memory.evaluations;
        evaluations.set(evaluations.get() + 1);
        let mut next = start.clone();
        match condition {
            Condition::Pattern(pattern) => self
                .memory
                .of(&pattern.fact)
                .filter_map(|fact| self.pattern(&next, pattern, fact))
                .collect(),
            Condition::Not(block) => only_if(self.all(start.clone(), block).is_empty(), next),
            Condition::Exists(block) => only_if(!self.all(start.clone(), block).is_empty(), next),
            Condition::Unique(block) => only_if(self.all(start.clone(), block).len() == 1, next),
            Condition::Forall(left, right) => {
                let mut lefts = self.all(start.clone(), left).into_iter();
                only_if(lefts.all(|found| !self.all(found, right).is_empty()), next)
            }
            Condition::Either(branches) => {
                let mut kept = condition.bound();
                kept.extend(&self.tables);
                let outside = start.bindings.len();
                let mut partials = Vec::new();
                for (number, branch) in branches.iter().enumerate() {
                    let mut chosen = start.clone();
                    chosen.parts.push(Part::Branch(number));
                    for mut partial in self.all(chosen, branch) {
                        let inside = partial.bindings.split_off(outside);
                        let visible = inside.into_iter().filter(|(name, _)| kept.contains(name));
                        partial.bindings.extend(visible);
                        partials.push(partial);
                    }
                }
                partials
            }
            Condition::If(test) => only_if(self.value(start, test).truth(), next),
            Condition::IfLet {
                constant,
                name,
                left,
                right,
            } => {
                let holds = self.value(start, left).equals(*constant);
                next.bind(name, Binding::Value(self.value(start, right)));
                only_if(holds, next)
            }
            Condition::Let(name, expression) => {
                next.bind(name, Binding::Value(self.value(start, expression)));
                vec![next]
            }
            Condition::For(name, low, high) | Condition::Kept(name, low, high) => {
                let items = self.value(start, low).int()..self.value(start, high).int();
                let bound = items.enumerate().map(|(number, item)| {
                    let mut partial = next.clone();
                    partial.parts.push(Part::Item(number));
                    partial.bind(name, Binding::Value(Value::Int(item)));
                    partial
                });
                bound.collect()
            }
            Condition::Accumulate(accumulate) => self.accumulate(start, &next, accumulate),
            Condition::LookUp(look_up) => self.look_up(start, look_up),
            Condition::Asked(asked) => self.ask(start, asked),
            Condition::Again(again) => self.ask_again(start, again),
            Condition::Due(instant) => {
                let holds = self.value(start, instant).int() <= self.memory.now;
                holds.then(|| start.clone()).into_iter().collect()
            }
        }
    }

    /// A partial match extended by a fact, if the fact passes the pattern.
    pub(super) fn pattern(
        &self,
        next: &Partial<'r>,
        pattern: &'r Pattern,
        fact: &Fact<'r>,
    ) -> Option<Partial<'r>> {
        let mut partial = next.clone();
        partial.parts.push(Part::Fact(fact.id, pattern));
        if let Some(name) = &pattern.name {
            partial.bind(name, Binding::Fact(fact.id));
        }
        for (field, test) in &pattern.fields {
            let value = fact.get(field);
            let passes = match test {
                Test::Any => true,
                Test::Variable(name) => {
                    let bound = partial.bound(name).cloned();
                    if bound.is_none() {
                        partial.bind(name, Binding::Value(value));
                    }
                    bound.is_none_or(|bound| match bound {
                        Binding::Value(bound) => bound.equals(value),
                        other => panic!("expected a value in `{name}`, found {other:?}"),
                    })
                }
                Test::Constant(constant) => value.equals(*constant),
                Test::OneOf(constants) => constants.iter().any(|one| value.equals(*one)),
                Test::Range(low, high) => (*low..=*high).contains(&value.int()),
                Test::Compare(operator, expression) => operator
                    .apply(value, self.value(&partial, expression))
                    .truth(),
            };
            if !passes {
                return None;
            }
        }
        let mut relations = pattern.relations.iter();
        if !relations.all(|relation| self.stands(&partial, fact, relation)) {
            return None;
        }
        let is_over = |span| fact.begins() + span <= self.memory.now;
        if pattern.window.is_some_and(is_over) {
            return None;
        }
        let guarded = pattern.guard.as_ref();
        let holds = guarded.is_none_or(|guard| self.value(&partial, guard).truth());
        holds.then_some(partial)
    }

    /// Whether an event stands so to another; none does to itself.
    pub(super) fn stands(
        &self,
        partial: &Partial<'r>,
        fact: &Fact<'r>,
        relation: &Relation,
    ) -> bool {
        let Some(Binding::Fact(id)) = partial.bound(&relation.event) else {
            panic!("`{}` is no event", relation.event);
        };
        let other = self
            .memory
            .get(*id)
            .expect("a match is of facts that are there");
        let follows = |earlier: &Fact<'r>, later: &Fact<'r>| {
            let apart = later.begins() - earlier.ends();
            apart >= 0 && relation.span.is_none_or(|span| apart < span)
        };
        let stands = match relation.side {
            Side::After => follows(other, fact),
            Side::Before => follows(fact, other),
            Side::Either => follows(other, fact) || follows(fact, other),
        };
        fact.id != other.id && stands
    }

    pub(super) fn view<'p>(&'p self, partial: &'p Partial<'r>) -> View<'p, 'r> {
        View {
            bindings: &partial.bindings,
            memory: self.memory,
        }
    }

    pub(super) fn value(&self, partial: &Partial<'r>, expression: &Expression) -> Value {
        evaluate::value(expression, &self.view(partial))
    }
}

/// One partial match, or none.
fn only_if(holds: bool, partial: Partial<'_>) -> Vec<Partial<'_>> {
    holds.then_some(partial).into_iter().collect()
}
