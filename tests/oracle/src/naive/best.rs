//! `#[best]` facts: of the candidates of one key the best stands, the first of equally good ones, and the others wait.

use super::memory::{Fact, Memory};
use crate::model::FactType;
use crate::value::Value;

impl<'r> Memory<'r> {
    /// Lets a candidate wait, unless an equal one does.
    pub(super) fn wait(&mut self, new: Fact<'r>) {
        let mut waiting = self.waiting.iter_mut();
        let equal = waiting.find(|other| other.kind == new.kind && other.values == new.values);
        match equal {
            Some(equal) => equal.supports.extend(new.supports),
            None => self.waiting.push(new),
        }
    }

    /// Takes out the candidates that none of these matches supports.
    pub(super) fn drop_waiting(&mut self, chosen: impl Fn(&str) -> bool, standing: &[u64]) {
        self.waiting.retain(|fact| {
            let mut supports = fact.supports.iter();
            !chosen(&fact.kind.name) || supports.any(|support| standing.contains(support))
        });
    }

    /// Lets the facts wait than which a candidate is better. Whether there are any.
    pub(super) fn displace(&mut self, chosen: impl Fn(&str) -> bool) -> bool {
        let is_displaced = |fact: &Fact<'r>| {
            let mut waiting = self.waiting.iter();
            chosen(&fact.kind.name)
                && waiting.any(|other| same_key(fact, other) && merit(other) < merit(fact))
        };
        let facts = self.facts.iter();
        let displaced: Vec<Fact<'r>> = facts.filter(|fact| is_displaced(fact)).cloned().collect();
        for fact in &displaced {
            self.retract(fact.id);
            self.wait(fact.clone());
        }
        !displaced.is_empty()
    }

    /// Lets the best candidates stand of the keys of which none does, in the order in which they were derived.
    pub(super) fn step_in(&mut self, chosen: impl Fn(&str) -> bool, date: u64) {
        let mut next: Vec<Fact<'r>> = Vec::new();
        for fact in self.waiting.iter().filter(|fact| chosen(&fact.kind.name)) {
            let rank = |fact: &Fact<'r>| (merit(fact), fact.order);
            let mut standing = self.facts.iter();
            let mut waiting = self.waiting.iter();
            if !standing.any(|other| same_key(fact, other))
                && waiting.all(|other| !same_key(fact, other) || rank(fact) <= rank(other))
            {
                next.push(fact.clone());
            }
        }
        next.sort_by_key(|fact| fact.order);
        for fact in next {
            self.waiting.retain(|other| other.order != fact.order);
            self.put(Fact { date, ..fact });
        }
    }
}

/// Whether two facts are of one `#[best]` type and one key.
fn same_key(a: &Fact<'_>, b: &Fact<'_>) -> bool {
    let key = |fact: &Fact<'_>, of: &FactType| -> Option<Vec<Value>> {
        let by = &of.best.as_ref()?.by;
        Some(by.iter().map(|field| fact.get(field)).collect())
    };
    a.kind == b.kind && a.kind.best.is_some() && key(a, a.kind) == key(b, b.kind)
}

/// How good a fact is: less is better.
fn merit(fact: &Fact<'_>) -> i32 {
    let best = fact.kind.best.as_ref().expect("a fact of a `#[best]` type");
    let value = fact.get(&best.value).int();
    if best.least { value } else { -value }
}
