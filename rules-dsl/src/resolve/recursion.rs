//! The queries of a ruleset by name, and which of them call each other in a circle.
//!
//! What is negated or counted in such a circle is reported here, on the syntax tree.

use std::collections::BTreeMap;
use std::rc::Rc;

use proc_macro2::Ident;

use crate::ast::{Condition, ConditionKind, Item, Quantifier, Query, called_in};
use crate::diagnostic::Diagnostics;
use crate::vocabulary as say;

use super::names::plain;

/// The queries as written, by their names without `r#`; of two of one name the first.
#[derive(Default)]
pub(super) struct Queries(BTreeMap<String, Rc<Query>>);

impl Queries {
    /// The queries among some items.
    pub(super) fn of(items: &[Item]) -> Self {
        let mut queries = BTreeMap::new();
        for item in items {
            if let Item::Query(query) = item {
                let name = plain(&query.name);
                queries
                    .entry(name)
                    .or_insert_with(|| Rc::new((**query).clone()));
            }
        }
        Self(queries)
    }

    /// The query of a name.
    pub(super) fn get(&self, name: &str) -> Option<Rc<Query>> {
        self.0.get(name).cloned()
    }

    /// The names of all.
    pub(super) fn names(&self) -> Vec<&str> {
        self.0.keys().map(String::as_str).collect()
    }

    /// The shortest way on which a query comes to call itself, itself at both ends.
    pub(super) fn cycle(&self, name: &str) -> Option<Vec<String>> {
        let ways = self.callees(name).into_iter().map(|callee| {
            let mut way = vec![name.to_owned()];
            way.extend(self.way(&callee, name));
            way
        });
        let circles = ways.filter(|way| way.len() > 1);
        circles.min_by_key(Vec::len)
    }

    /// A query, and those to which it comes.
    pub(super) fn rests_on(&self, name: &str) -> Vec<String> {
        let mut reached = vec![name.to_owned()];
        reached.extend(self.reached(name));
        reached
    }

    /// Whether two queries call each other, by whatever way.
    pub(super) fn is_circle(&self, one: &str, other: &str) -> bool {
        self.reached(one).iter().any(|name| name == other)
            && self.reached(other).iter().any(|name| name == one)
    }

    /// Whether a match of a query takes one answer of its circle at the most, so that of answers that grow it is
    /// enough to look at the new ones.
    pub(super) fn is_linear(&self, name: &str) -> bool {
        let query = self.0.get(name);
        query.is_some_and(|query| self.answers_taken(name, &query.when) <= 1)
    }

    /// How many answers of the circle of a query a match of conditions takes at the most.
    fn answers_taken(&self, circle: &str, conditions: &[Condition]) -> usize {
        let taken = conditions.iter().map(|condition| match &condition.kind {
            ConditionKind::Call(call) => {
                let called = plain(&call.name);
                if self.is_circle(circle, &called) {
                    return 1;
                }
                let is_recursive = self.cycle(&called).is_some();
                let query = self.0.get(&called).filter(|_| !is_recursive);
                query.map_or(0, |query| self.answers_taken(circle, &query.when))
            }
            ConditionKind::Quantified(_, inner) => self.answers_taken(circle, inner),
            ConditionKind::Forall { over, holds } => {
                self.answers_taken(circle, over) + self.answers_taken(circle, holds)
            }
            ConditionKind::Either(branches) => {
                let branches = branches.iter();
                let taken = branches.map(|branch| self.answers_taken(circle, branch));
                taken.max().unwrap_or(0)
            }
            ConditionKind::Accumulate(accumulate) => self.answers_taken(circle, &accumulate.source),
            ConditionKind::Pattern(_)
            | ConditionKind::Test(_)
            | ConditionKind::TestLet(..)
            | ConditionKind::Let(..)
            | ConditionKind::For { .. }
            | ConditionKind::Due(_)
            | ConditionKind::Lookup(_) => 0,
        });
        taken.sum()
    }

    /// Reports what is negated or counted in a circle of queries.
    pub(super) fn check_strata(&self, diagnostics: &mut Diagnostics) {
        for (name, query) in &self.0 {
            for (word, called) in negated_in(&query.when, None) {
                if self.is_circle(name, &plain(called)) {
                    let mut way = vec![name.clone()];
                    way.extend(self.way(&plain(called), name));
                    let drawn: Vec<String> = way.iter().map(|name| format!("`{name}`")).collect();
                    let wording = say::unstratified_query(word, called, drawn.join(" → "));
                    diagnostics.push(wording.at(called.span()));
                }
            }
        }
    }

    /// The shortest way from one query to another, both included.
    fn way(&self, from: &str, to: &str) -> Vec<String> {
        if from == to {
            return vec![from.to_owned()];
        }
        let mut ways = vec![vec![from.to_owned()]];
        let mut at = 0;
        while let Some(way) = ways.get(at).cloned() {
            at += 1;
            for callee in way
                .last()
                .map(|last| self.callees(last))
                .unwrap_or_default()
            {
                let mut longer = way.clone();
                longer.push(callee.clone());
                if callee == to {
                    return longer;
                }
                if !ways.iter().any(|known| known.last() == Some(&callee)) {
                    ways.push(longer);
                }
            }
        }
        Vec::new()
    }

    /// The queries to which one comes, by one call or more.
    fn reached(&self, name: &str) -> Vec<String> {
        let mut reached = self.callees(name);
        let mut at = 0;
        while let Some(next) = reached.get(at).cloned() {
            at += 1;
            for callee in self.callees(&next) {
                if !reached.contains(&callee) {
                    reached.push(callee);
                }
            }
        }
        reached
    }

    fn callees(&self, name: &str) -> Vec<String> {
        let query = self.0.get(name);
        let called = query.map(|query| called_in(&query.when));
        called.into_iter().flatten().map(plain).collect()
    }
}

/// The calls that stand in `not`, `unique`, a `forall` or an accumulate, each with the word.
fn negated_in<'c>(
    conditions: &'c [Condition],
    within: Option<&'static str>,
) -> Vec<(&'static str, &'c Ident)> {
    let mut found = Vec::new();
    for condition in conditions {
        match &condition.kind {
            ConditionKind::Call(call) => found.extend(within.map(|word| (word, &call.name))),
            ConditionKind::Quantified(quantifier, inner) => {
                let word = match quantifier {
                    Quantifier::Some => within,
                    Quantifier::None | Quantifier::One => Some(quantifier.word()),
                };
                found.extend(negated_in(inner, word));
            }
            ConditionKind::Forall { over, holds } => {
                found.extend(negated_in(over, Some("forall")));
                found.extend(negated_in(holds, Some("forall")));
            }
            ConditionKind::Either(branches) => {
                found.extend(
                    branches
                        .iter()
                        .flat_map(|branch| negated_in(branch, within)),
                );
            }
            ConditionKind::Accumulate(accumulate) => {
                found.extend(negated_in(&accumulate.source, Some("accumulate")));
            }
            ConditionKind::Pattern(_)
            | ConditionKind::Test(_)
            | ConditionKind::TestLet(..)
            | ConditionKind::Let(..)
            | ConditionKind::For { .. }
            | ConditionKind::Due(_)
            | ConditionKind::Lookup(_) => {}
        }
    }
    found
}
