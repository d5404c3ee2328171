//! What holds where several tests hold together: the values that each field may have, which fields are
//! equal, how others compare.
//!
//! Claims are added one by one; the first that cannot hold beside the others is told, with the one that
//! excludes it where that is a single one. Nothing is found but what follows surely.

use std::collections::{BTreeMap, BTreeSet};

use crate::hir::TestId;

use super::terms::{Claim, Term};
use super::values::{Comparison, Values};

/// Claims that hold together.
#[derive(Debug, Clone, Default)]
pub(crate) struct Conjunction {
    /// For a term that is equal to another, that one.
    equal: BTreeMap<Term, Term>,
    /// For the terms that stand for all that are equal to them, the values that they may have.
    values: BTreeMap<Term, Values>,
    ordered: Vec<(Term, Comparison, Term)>,
    others: BTreeSet<String>,
    claimed: Vec<(Claim, TestId)>,
}

/// A claim that cannot hold, and the test that excludes it: its own, where it cannot hold by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Contradiction {
    pub(crate) with: Option<TestId>,
}

impl Conjunction {
    /// Adds that a term has one of these values, which no test says.
    pub(crate) fn assume(&mut self, term: &Term, values: &Values) {
        self.narrow(self.representative(term), values);
    }

    /// Adds what a test claims.
    ///
    /// # Errors
    ///
    /// It cannot hold beside the others. It is not added.
    pub(crate) fn claim(&mut self, claim: Claim, test: TestId) -> Result<(), Contradiction> {
        let mut extended = self.clone();
        if extended.add(&claim) {
            extended.claimed.push((claim, test));
            *self = extended;
            return Ok(());
        }
        if !Self::default().add(&claim) {
            return Err(Contradiction { with: Some(test) });
        }
        let equalities = Self {
            equal: self.equal.clone(),
            ..Self::default()
        };
        let with = self
            .excluding(&claim, &Self::default())
            .or_else(|| self.excluding(&claim, &equalities))
            .or_else(|| self.related(&claim));
        Err(Contradiction { with })
    }

    /// The first test that excludes a claim, where the claim does hold beside what is `given`.
    fn excluding(&self, claim: &Claim, given: &Self) -> Option<TestId> {
        let mut with_claim = given.clone();
        if !with_claim.add(claim) {
            return None;
        }
        let excludes = |(other, _): &&(Claim, TestId)| !with_claim.clone().add(other);
        let first = self.claimed.iter().find(excludes);
        first.map(|(_, test)| *test)
    }

    /// Whether a claim holds wherever these do, and every value is equal to itself.
    pub(crate) fn implies(&self, claim: &Claim) -> bool {
        match claim {
            Claim::Among { term, values } => self.values_of(term).are_within(values),
            Claim::Ordered {
                left,
                comparison,
                right,
            } => {
                let same = self.representative(left) == self.representative(right);
                let possible = if same {
                    Comparison::Equal.orders()
                } else {
                    self.orders_between(left, right)
                };
                possible & !comparison.orders() == 0
            }
            Claim::Other(text) => self.others.contains(text),
        }
    }

    /// Whether it holds still.
    fn add(&mut self, claim: &Claim) -> bool {
        match claim {
            Claim::Among { term, values } => self.narrow(self.representative(term), values),
            Claim::Ordered {
                left,
                comparison: Comparison::Equal,
                right,
            } => self.unite(left, right),
            Claim::Ordered {
                left,
                comparison,
                right,
            } => {
                self.ordered
                    .push((left.clone(), *comparison, right.clone()));
                self.orders_between(left, right) != 0
            }
            Claim::Other(text) => {
                self.others.insert(text.clone());
                true
            }
        }
    }

    fn narrow(&mut self, representative: Term, values: &Values) -> bool {
        let known = self.values.entry(representative).or_insert(Values::Any);
        *known = known.intersect(values);
        !known.is_empty()
    }

    fn unite(&mut self, one: &Term, other: &Term) -> bool {
        let (one, other) = (self.representative(one), self.representative(other));
        if one == other {
            return true;
        }
        let values = self.values.remove(&other).unwrap_or(Values::Any);
        self.equal.insert(other, one.clone());
        self.narrow(one, &values)
            && self
                .ordered
                .iter()
                .all(|(left, _, right)| self.orders_between(left, right) != 0)
    }

    fn representative(&self, term: &Term) -> Term {
        let mut term = term;
        while let Some(equal) = self.equal.get(term) {
            term = equal;
        }
        term.clone()
    }

    fn values_of(&self, term: &Term) -> Values {
        let values = self.values.get(&self.representative(term));
        values.cloned().unwrap_or(Values::Any)
    }

    /// The orders in which two terms may be.
    fn orders_between(&self, left: &Term, right: &Term) -> u8 {
        // What is not equal to itself is no number.
        let is_itself = left == right;
        let (left, right) = (self.representative(left), self.representative(right));
        let mut possible = Comparison::ANY_ORDER;
        if is_itself {
            possible = Comparison::Equal.orders() | Comparison::NO_ORDER;
        } else if left == right {
            possible = Comparison::Equal.orders();
        }
        for (one, comparison, other) in &self.ordered {
            let (one, other) = (self.representative(one), self.representative(other));
            if (&one, &other) == (&left, &right) {
                possible &= comparison.orders();
            } else if (&other, &one) == (&left, &right) {
                possible &= comparison.flipped().orders();
            }
        }
        possible
    }

    /// The only claim that has to do with what another is about.
    fn related(&self, claim: &Claim) -> Option<TestId> {
        let terms = |claim: &Claim| match claim {
            Claim::Among { term, .. } => vec![self.representative(term)],
            Claim::Ordered { left, right, .. } => {
                vec![self.representative(left), self.representative(right)]
            }
            Claim::Other(_) => Vec::new(),
        };
        let about = terms(claim);
        let mut related = self.claimed.iter().filter(|(other, _)| {
            let others = terms(other);
            others.iter().any(|term| about.contains(term))
        });
        let only = related.next();
        only.filter(|_| related.next().is_none())
            .map(|(_, test)| *test)
    }
}
