//! Plans conditions for joining: one nest for each choice of branches, its steps from left to right as written.
//!
//! Where a test is made, and by which keys facts are looked up, follows from what is bound before: the parts of a
//! choice in another order, one changed fact first, make the plan that begins at that fact.

use std::collections::{BTreeMap, BTreeSet};

use crate::analysis::touched::needs_alone;
use crate::hir::{Condition, EitherId, ElementId, Rule, TestId};

use super::choices::{Choice, Part, choose};
use super::keys::Keys;
use super::placement::{Placed, own_tests, place_tests};
use super::{Nest, Numbers, Quantified, Scan, Step, StepKind};

/// Plans the conditions of a rule; `bound` is what is bound before them.
pub(super) fn plan(rule: &Rule, bound: &BTreeSet<ElementId>) -> Vec<Nest> {
    let mut planner = Planner {
        rule,
        numbers: Numbers::default(),
    };
    planner.nests(&rule.conditions, bound, &BTreeMap::new())
}

struct Planner<'a> {
    rule: &'a Rule,
    numbers: Numbers,
}

impl<'a> Planner<'a> {
    fn nests(
        &mut self,
        conditions: &'a [Condition],
        bound: &BTreeSet<ElementId>,
        branches: &BTreeMap<EitherId, usize>,
    ) -> Vec<Nest> {
        let start = Choice {
            branches: branches.clone(),
            ..Choice::default()
        };
        let choices = choose(self.rule, conditions, vec![start]);
        let nests = choices
            .into_iter()
            .map(|choice| self.nest(&choice, bound.clone()));
        nests.collect()
    }

    fn nest(&mut self, choice: &Choice<'a>, mut bound: BTreeSet<ElementId>) -> Nest {
        let Placed { leading, at } = place_tests(self.rule, choice, &bound);
        let mut steps = Vec::new();
        if !leading.is_empty() {
            steps.push(self.step(StepKind::Tests(leading)));
        }
        for (part, tests) in choice.parts.iter().zip(at) {
            match *part {
                Part::Branch { either, branch } => {
                    steps.push(self.step(StepKind::Branch { either, branch }));
                    if !tests.is_empty() {
                        steps.push(self.step(StepKind::Tests(tests)));
                    }
                }
                Part::Condition(condition) => {
                    let id = self.numbers.next();
                    let kind = self.kind(condition, tests, &bound, &choice.branches);
                    steps.push(Step { id, kind });
                }
            }
            bound.extend(part.binds(self.rule));
        }
        Nest {
            branches: choice.branches.clone(),
            steps,
        }
    }

    fn step(&mut self, kind: StepKind) -> Step {
        let id = self.numbers.next();
        Step { id, kind }
    }

    /// What the step of a condition does, with the tests that are made at it.
    fn kind(
        &mut self,
        condition: &'a Condition,
        tests: Vec<TestId>,
        bound: &BTreeSet<ElementId>,
        branches: &BTreeMap<EitherId, usize>,
    ) -> StepKind {
        let rule = self.rule;
        match condition {
            Condition::Fact { element, .. } => {
                StepKind::Scan(scan(rule, *element, tests, branches))
            }
            Condition::Each(id) => StepKind::Each {
                element: rule.eaches[id.0].element,
                tests,
            },
            Condition::Accumulate(id) => StepKind::Accumulate {
                accumulate: *id,
                element: rule.accumulates[id.0].element,
                inner: self.nests(&rule.accumulates[id.0].source, bound, branches),
                tests,
            },
            Condition::Quantified {
                quantifier,
                conditions,
                text,
            } => StepKind::Quantified(Quantified {
                quantifier: *quantifier,
                inner: self.nests(conditions, bound, branches),
                fact: only_fact(rule, conditions, branches),
                text: text.clone(),
            }),
            Condition::Test(_) | Condition::Either { .. } => {
                unreachable!("tests are placed, and branches chosen")
            }
        }
    }
}

/// A loop over the facts of a pattern, with tests in some order.
fn scan(
    rule: &Rule,
    element: ElementId,
    tests: Vec<TestId>,
    branches: &BTreeMap<EitherId, usize>,
) -> Scan {
    let own = own_tests(rule, element, &tests, |test| {
        needs_alone(rule, test, element, branches)
    });
    let mut scan = Scan {
        element,
        own,
        tests,
        keys: Keys::default(),
    };
    scan.keys = Keys::of(rule, branches, &scan.joins(), element, |_, _| false);
    scan
}

/// The pattern that is all there is of some conditions, where it is.
fn only_fact(
    rule: &Rule,
    conditions: &[Condition],
    branches: &BTreeMap<EitherId, usize>,
) -> Option<Scan> {
    let [Condition::Fact { element, tests }] = conditions else {
        return None;
    };
    let tests = tests.iter().copied();
    let tests = tests.filter(|test| !rule.tests[test.0].is_let());
    Some(scan(rule, *element, tests.collect(), branches))
}
