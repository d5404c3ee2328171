//! Plans conditions as they are written: branches are steps, and each test stands with its condition.

use std::collections::{BTreeMap, BTreeSet};

use crate::analysis::touched::needs_alone;
use crate::hir::{Condition, ElementId, Rule, Source, TestId, TestKind, VariableId};

use super::keys::Keys;
use super::placement::own_tests;
use super::{Nest, Numbers, Quantified, Scan, Step, StepKind};

/// Plans the conditions of a rule.
pub(super) fn plan(rule: &Rule) -> Nest {
    let mut planner = Planner {
        rule,
        numbers: Numbers::default(),
    };
    planner.nest(&rule.conditions)
}

struct Planner<'a> {
    rule: &'a Rule,
    numbers: Numbers,
}

impl Planner<'_> {
    fn nest(&mut self, conditions: &[Condition]) -> Nest {
        Nest {
            branches: BTreeMap::new(),
            steps: self.steps(conditions),
        }
    }

    fn steps(&mut self, conditions: &[Condition]) -> Vec<Step> {
        let steps = conditions.iter().map(|condition| {
            let id = self.numbers.next();
            let kind = self.kind(condition);
            Step { id, kind }
        });
        steps.collect()
    }

    fn kind(&mut self, condition: &Condition) -> StepKind {
        let rule = self.rule;
        match condition {
            Condition::Fact { element, tests } => StepKind::Scan(scan(rule, *element, tests)),
            Condition::Test(test) => StepKind::Tests(vec![*test]),
            Condition::Each(id) => StepKind::Each {
                element: rule.eaches[id.0].element,
                tests: Vec::new(),
            },
            Condition::Quantified {
                quantifier,
                conditions,
                text,
            } => StepKind::Quantified(Quantified {
                quantifier: *quantifier,
                inner: vec![self.nest(conditions)],
                fact: None,
                text: text.clone(),
            }),
            Condition::Accumulate(id) => StepKind::Accumulate {
                accumulate: *id,
                element: rule.accumulates[id.0].element,
                inner: vec![self.nest(&rule.accumulates[id.0].source)],
                tests: rule.accumulates[id.0].tests.clone(),
            },
            Condition::Either { either, branches } => {
                let branches = branches.iter().enumerate().map(|(branch, conditions)| {
                    let (id, either) = (self.numbers.next(), *either);
                    let kind = StepKind::Branch { either, branch };
                    let mut steps = vec![Step { id, kind }];
                    steps.extend(self.steps(conditions));
                    steps
                });
                StepKind::Either(branches.collect())
            }
        }
    }
}

/// A loop over all facts of a type: a join that finds nothing is to be seen to find nothing.
fn scan(rule: &Rule, element: ElementId, tests: &[TestId]) -> Scan {
    let own = own_tests(rule, element, tests, |test| {
        let variables = &rule.tests[test.0].needs.variables;
        needs_alone(rule, test, element, &BTreeMap::new())
            && !rest_on_conditions(rule, variables, tests)
    });
    Scan {
        element,
        tests: tests.to_vec(),
        own,
        keys: Keys::default(),
    }
}

/// Whether variables have no value before other conditions than a pattern, with these tests, hold: an `if let`, a
/// branch.
fn rest_on_conditions(rule: &Rule, variables: &BTreeSet<VariableId>, own: &[TestId]) -> bool {
    let mut variables = variables.iter();
    variables.any(|variable| match &rule.variables[variable.0].source {
        Source::Test(test) => {
            let binding = &rule.tests[test.0];
            let is_test = matches!(binding.kind, TestKind::Let { .. }) && !binding.is_let();
            is_test && !own.contains(test)
                || rest_on_conditions(rule, &binding.needs.variables, own)
        }
        Source::Either { .. } => true,
        _ => false,
    })
}
