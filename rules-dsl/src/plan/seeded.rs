//! Plans the search for the matches of a nest from the fact of one of its patterns.
//!
//! The other patterns follow in an order in which each can be looked up by what is bound before it, as far as there is
//! one, else as written. Each test is made as soon as what it needs is bound; one that runs the user's code not before
//! the tests to its left on the same elements, which may guard it.

use std::collections::BTreeSet;

use crate::analysis::touched::needed;
use crate::hir::{ElementId, Rule, TestId};

use super::keys::Keys;
use super::placement::is_plain;
use super::{Nest, Scan, Step, StepId, StepKind};

/// A search from the fact of one pattern of a nest.
#[derive(Debug, Clone)]
pub(crate) struct Seeded {
    /// The place of the pattern among those of the nest.
    pub place: usize,
    /// The loops over the facts of the others; the number of each step is the place of its pattern.
    pub nest: Nest,
}

impl Seeded {
    /// Whether a loop goes over all facts of its pattern, where it has no key to look them up by.
    #[must_use]
    pub(crate) fn scans_all(&self) -> bool {
        self.scans().any(|(_, scan)| scan.keys.left.is_empty())
    }

    /// The loops, each with the place of its pattern.
    pub(crate) fn scans(&self) -> impl Iterator<Item = (usize, &Scan)> {
        self.nest.steps.iter().map(|step| match &step.kind {
            StepKind::Scan(scan) => (step.id.0, scan),
            _ => unreachable!("the steps are loops over facts"),
        })
    }
}

/// Plans the search from the pattern at each place of a nest, given its patterns.
pub(crate) fn plan(rule: &Rule, nest: &Nest, scans: &[&Scan]) -> Vec<Seeded> {
    let tests: Vec<TestId> = scans.iter().flat_map(|scan| scan.joins()).collect();
    let seeder = Seeder {
        rule,
        nest,
        scans,
        tests,
    };
    (0..scans.len()).map(|place| seeder.seed(place)).collect()
}

struct Seeder<'a> {
    rule: &'a Rule,
    nest: &'a Nest,
    scans: &'a [&'a Scan],
    /// The tests that join the patterns, in the order in which the nest makes them.
    tests: Vec<TestId>,
}

impl Seeder<'_> {
    fn seed(&self, place: usize) -> Seeded {
        let mut bound = BTreeSet::from([self.scans[place].element]);
        let mut left: Vec<usize> = (0..self.scans.len()).filter(|&of| of != place).collect();
        let mut made = BTreeSet::new();
        let mut steps = Vec::new();
        while !left.is_empty() {
            let planned = |&next: &usize| self.scan(next, &bound, &made);
            let is_looked_up = |next: &usize| !planned(next).keys.left.is_empty();
            let next = left.iter().position(is_looked_up).unwrap_or(0);
            let next = left.remove(next);
            let scan = self.scan(next, &bound, &made);
            bound.insert(scan.element);
            made.extend(scan.tests.iter().copied());
            steps.push(Step {
                id: StepId(next),
                kind: StepKind::Scan(scan),
            });
        }
        let branches = self.nest.branches.clone();
        Seeded {
            place,
            nest: Nest { branches, steps },
        }
    }

    /// The loop over the facts of a pattern, with the tests that can be made in it where so much is bound.
    fn scan(&self, place: usize, bound: &BTreeSet<ElementId>, made: &BTreeSet<TestId>) -> Scan {
        let of = self.scans[place];
        let is_bound = |element: &ElementId| *element == of.element || bound.contains(element);
        let mut joins = Vec::new();
        // Of tests that wait, what they are about.
        let mut waiting: BTreeSet<ElementId> = BTreeSet::new();
        for &test in self.tests.iter().filter(|test| !made.contains(test)) {
            let needs = needed(self.rule, test, &self.nest.branches);
            let is_guarded = !is_plain(self.rule, test) && !needs.is_disjoint(&waiting);
            if is_guarded || !needs.iter().all(is_bound) {
                waiting.extend(needs);
            } else {
                joins.push(test);
            }
        }
        let keys = Keys::of(self.rule, &self.nest.branches, &joins, of.element);
        Scan {
            element: of.element,
            tests: of.own_tests().into_iter().chain(joins).collect(),
            own: of.own.clone(),
            keys,
        }
    }
}
