//! The choices of branches: conditions as lists without an `either`.

use std::collections::BTreeMap;

use crate::hir::{Condition, EitherId, ElementId, Rule, TestId};

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

/// The conditions once for each choice of branches.
pub(super) fn choose<'a>(
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
