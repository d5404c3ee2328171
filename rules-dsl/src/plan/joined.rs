//! Plans conditions for joining: one nest for each choice of branches, its steps from left to right as written.

use std::collections::{BTreeMap, BTreeSet};

use crate::analysis::touched::needed;
use crate::hir::{Condition, EitherId, ElementId, Rule, TestId};

use super::keys::Keys;
use super::placement::{Placed, place_tests};
use super::{Nest, Numbers, Quantified, Scan, Step, StepKind};

/// Plans the conditions of a rule; `bound` is what is bound before them.
pub(super) fn plan(rule: &Rule, bound: BTreeSet<ElementId>) -> Vec<Nest> {
    let mut planner = Planner {
        rule,
        numbers: Numbers::default(),
    };
    planner.nests(&rule.conditions, &bound, &BTreeMap::new())
}

/// A list of conditions with one branch chosen of each `either` at its own level.
#[derive(Clone, Default)]
pub(super) struct Choice<'a> {
    pub(super) branches: BTreeMap<EitherId, usize>,
    pub(super) parts: Vec<Part<'a>>,
    /// The tests in the order written, with how many parts stand before each.
    pub(super) tests: Vec<(usize, TestId)>,
}

/// What becomes a step.
#[derive(Clone, Copy)]
pub(super) enum Part<'a> {
    /// A condition, without its tests; no test, and no `either`.
    Condition(&'a Condition),
    /// The branch of an `either` begins.
    Branch { either: EitherId, branch: usize },
}

impl Part<'_> {
    /// The element that it binds.
    pub(super) fn binds(&self, rule: &Rule) -> Option<ElementId> {
        match self {
            Part::Condition(Condition::Fact { element, .. }) => Some(*element),
            Part::Condition(Condition::Each(id)) => Some(rule.eaches[id.0].element),
            Part::Condition(Condition::Accumulate(id)) => Some(rule.accumulates[id.0].element),
            Part::Condition(
                Condition::Test(_) | Condition::Quantified { .. } | Condition::Either { .. },
            )
            | Part::Branch { .. } => None,
        }
    }
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

/// The conditions once for each choice of branches.
fn choose<'a>(
    rule: &'a Rule,
    conditions: &'a [Condition],
    mut choices: Vec<Choice<'a>>,
) -> Vec<Choice<'a>> {
    for condition in conditions {
        if let Condition::Either { either, branches } = condition {
            let mut all = Vec::new();
            for (branch, conditions) in branches.iter().enumerate() {
                let mut begun = choices.clone();
                for choice in &mut begun {
                    let either = *either;
                    choice.branches.insert(either, branch);
                    choice.parts.push(Part::Branch { either, branch });
                }
                all.extend(choose(rule, conditions, begun));
            }
            choices = all;
            continue;
        }
        let tests = match condition {
            Condition::Fact { tests, .. } => tests.as_slice(),
            Condition::Test(test) => std::slice::from_ref(test),
            Condition::Accumulate(id) => rule.accumulates[id.0].tests.as_slice(),
            Condition::Quantified { .. } | Condition::Either { .. } | Condition::Each(_) => &[],
        };
        for choice in &mut choices {
            if !matches!(condition, Condition::Test(_)) {
                choice.parts.push(Part::Condition(condition));
            }
            let before = choice.parts.len();
            choice
                .tests
                .extend(tests.iter().map(|&test| (before, test)));
        }
    }
    choices
}

/// A loop over the facts of a pattern, with tests in some order.
fn scan(
    rule: &Rule,
    element: ElementId,
    tests: Vec<TestId>,
    branches: &BTreeMap<EitherId, usize>,
) -> Scan {
    let is_own = |test: &TestId| {
        let needs = needed(rule, *test, branches);
        needs.iter().all(|&other| other == element)
    };
    let mut scan = Scan {
        element,
        own: tests.iter().copied().filter(is_own).collect(),
        tests,
        keys: Keys::default(),
    };
    scan.keys = Keys::of(rule, branches, &scan.joins(), element);
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
