//! Puts a rule's conditions into the order in which the network takes them, and each test where it is
//! evaluated.
//!
//! An `either` becomes one list of conditions for each branch. A test goes to the first step after
//! which everything that it needs is bound; a test that runs the user's code goes no further ahead
//! than the tests to its left on the same elements, which may guard it. Nor does a test of a branch go ahead of
//! the branch where an accumulate with `by` stands before it: the branches share its groups, which are numbered
//! as they come.

use std::collections::{BTreeMap, BTreeSet};

use crate::analysis::touched::needed;
use crate::hir::{
    Accumulate, Condition, EitherId, ElementId, OperandKind, Quantifier, Rule, Source, TestId,
    TestKind,
};

/// One list of conditions, with no `either` at its own level.
#[derive(Debug, Clone, Default)]
pub(super) struct Variant<'a> {
    pub(super) steps: Vec<Step<'a>>,
    pub(super) branches: BTreeMap<EitherId, usize>,
}

/// A condition of a variant.
#[derive(Debug, Clone)]
pub(super) enum Step<'a> {
    /// A fact, with the tests that are evaluated when it is bound.
    Fact {
        element: ElementId,
        tests: Vec<TestId>,
    },
    /// The branch of an `either` begins.
    Branch(usize),
    /// Tests of what is bound so far.
    Tests(Vec<TestId>),
    /// So many matches of inner conditions.
    Quantified {
        quantifier: Quantifier,
        conditions: &'a [Condition],
        text: &'a str,
    },
    /// An accumulate, with the tests that are evaluated when its result is bound.
    Accumulate {
        accumulate: &'a Accumulate,
        tests: Vec<TestId>,
    },
    /// The elements of a `for`, with the tests that are evaluated when one is bound.
    Each {
        element: ElementId,
        tests: Vec<TestId>,
    },
}

impl Step<'_> {
    /// The element that it binds.
    fn binds(&self) -> Option<ElementId> {
        match self {
            Step::Fact { element, .. } | Step::Each { element, .. } => Some(*element),
            Step::Accumulate { accumulate, .. } => Some(accumulate.element),
            Step::Branch(_) | Step::Tests(_) | Step::Quantified { .. } => None,
        }
    }
}

/// The variants of a list of conditions: one for each choice of branches.
pub(super) fn variants<'a>(
    rule: &'a Rule,
    conditions: &'a [Condition],
    bound: &BTreeSet<ElementId>,
    branches: &BTreeMap<EitherId, usize>,
) -> Vec<Variant<'a>> {
    let start = Variant {
        steps: Vec::new(),
        branches: branches.clone(),
    };
    expand(rule, conditions, vec![(start, Vec::new())])
        .into_iter()
        .map(|(variant, tests)| place_tests(rule, variant, tests, bound))
        .collect()
}

/// A test, and how many steps stand before the place where it is written.
type Written = (usize, TestId);

fn expand<'a>(
    rule: &'a Rule,
    conditions: &'a [Condition],
    mut variants: Vec<(Variant<'a>, Vec<Written>)>,
) -> Vec<(Variant<'a>, Vec<Written>)> {
    for condition in conditions {
        if let Condition::Either { either, branches } = condition {
            let mut all = Vec::new();
            for (number, branch) in branches.iter().enumerate() {
                let mut begun = variants.clone();
                for (variant, _) in &mut begun {
                    variant.branches.insert(*either, number);
                    variant.steps.push(Step::Branch(number));
                }
                all.extend(expand(rule, branch, begun));
            }
            variants = all;
            continue;
        }
        for (Variant { steps, .. }, tests) in &mut variants {
            let (step, written) = match condition {
                Condition::Fact { element, tests } => (
                    Some(Step::Fact {
                        element: *element,
                        tests: Vec::new(),
                    }),
                    tests.as_slice(),
                ),
                Condition::Test(test) => (None, std::slice::from_ref(test)),
                Condition::Quantified {
                    quantifier,
                    conditions,
                    text,
                } => (
                    Some(Step::Quantified {
                        quantifier: *quantifier,
                        conditions,
                        text,
                    }),
                    [].as_slice(),
                ),
                Condition::Each(id) => {
                    let step = Step::Each {
                        element: rule.eaches[id.0].element,
                        tests: Vec::new(),
                    };
                    (Some(step), [].as_slice())
                }
                Condition::Accumulate(id) => {
                    let accumulate = &rule.accumulates[id.0];
                    let step = Step::Accumulate {
                        accumulate,
                        tests: Vec::new(),
                    };
                    (Some(step), accumulate.tests.as_slice())
                }
                Condition::Either { .. } => unreachable!("expanded above"),
            };
            steps.extend(step);
            tests.extend(written.iter().map(|&test| (steps.len(), test)));
        }
    }
    variants
}

/// Gives each test to the step at which it is evaluated.
fn place_tests<'a>(
    rule: &Rule,
    mut variant: Variant<'a>,
    written: Vec<Written>,
    bound: &BTreeSet<ElementId>,
) -> Variant<'a> {
    // For each element bound here, how many steps stand before it is.
    let mut bound_at: BTreeMap<ElementId, usize> = BTreeMap::new();
    for (number, step) in variant.steps.iter().enumerate() {
        if let Some(element) = step.binds() {
            bound_at.insert(element, number + 1);
        }
    }
    let mut placed: Vec<(TestId, BTreeSet<ElementId>, usize)> = Vec::new();
    let mut leading = Vec::new();
    let mut of_branches: BTreeMap<usize, Vec<TestId>> = BTreeMap::new();
    for (before, test) in written {
        if rule.tests[test.0].is_let() {
            continue;
        }
        let needs = needed(rule, test, &variant.branches);
        let earliest = needs
            .iter()
            .filter_map(|element| bound_at.get(element))
            .copied()
            .max()
            .unwrap_or(0);
        let guarded = if is_plain(rule, test) {
            0
        } else {
            let shares = |other: &BTreeSet<ElementId>| !other.is_disjoint(&needs);
            placed
                .iter()
                .filter(|(_, other, _)| shares(other))
                .map(|p| p.2)
                .max()
                .unwrap_or(0)
        };
        let shared = shared_until(&variant.steps[..before]);
        let mut at = earliest.max(guarded).max(shared);
        if at == 0 && needs.is_disjoint(bound) {
            // It needs nothing: the first fact takes it, where there is one.
            at = variant
                .steps
                .iter()
                .position(|s| matches!(s, Step::Fact { .. }))
                .map_or(0, |p| p + 1);
            at = if matches!(variant.steps.first(), Some(Step::Fact { .. })) {
                at
            } else {
                0
            };
        }
        match at.checked_sub(1).map(|step| &mut variant.steps[step]) {
            Some(
                Step::Fact { tests, .. }
                | Step::Accumulate { tests, .. }
                | Step::Each { tests, .. },
            ) => tests.push(test),
            Some(Step::Branch(_)) => of_branches.entry(at).or_default().push(test),
            _ => leading.push(test),
        }
        placed.push((test, needs, at));
    }
    for (at, tests) in of_branches.into_iter().rev() {
        variant.steps.insert(at, Step::Tests(tests));
    }
    if !leading.is_empty() {
        variant.steps.insert(0, Step::Tests(leading));
    }
    variant
}

/// How many steps a variant shares with those that take another branch, of the steps before a test; 0 where
/// it need share none.
fn shared_until(steps: &[Step<'_>]) -> usize {
    let branch = steps
        .iter()
        .rposition(|step| matches!(step, Step::Branch(_)));
    let has_groups = |step: &Step<'_>| matches!(step, Step::Accumulate { accumulate, .. } if !accumulate.by.is_empty());
    match branch {
        Some(branch) if steps[..branch].iter().any(has_groups) => branch + 1,
        _ => 0,
    }
}

/// Whether a test compares fields, variables and literals only: it runs no code of the user's but
/// comparisons, and needs no guard.
fn is_plain(rule: &Rule, test: TestId) -> bool {
    let plain = |kind: &OperandKind| match kind {
        OperandKind::Place { .. } => true,
        OperandKind::Variable(variable) => {
            matches!(
                rule.variables[variable.0].source,
                Source::Field { .. } | Source::Accumulate(_) | Source::Parameter(_)
            )
        }
        OperandKind::Expr(expr) => matches!(**expr, syn::Expr::Lit(_) | syn::Expr::Path(_)),
    };
    match &rule.tests[test.0].kind {
        TestKind::Variant(_) => true,
        TestKind::Compare { left, right, .. } => plain(&left.kind) && plain(&right.kind),
        TestKind::Match { .. } | TestKind::Expr(_) | TestKind::Let { .. } => false,
    }
}

/// Whether an operand is evaluated without running the user's code.
pub(super) fn is_plain_operand(rule: &Rule, operand: &OperandKind) -> bool {
    match operand {
        OperandKind::Place { .. } => true,
        OperandKind::Variable(variable) => match &rule.variables[variable.0].source {
            Source::Field { .. } | Source::Accumulate(_) | Source::Parameter(_) => true,
            Source::Either { branches, .. } => branches
                .iter()
                .all(|&v| is_plain_operand(rule, &OperandKind::Variable(v))),
            Source::Fact(_) | Source::Test(_) | Source::Key { .. } | Source::Each(_) => false,
        },
        OperandKind::Expr(_) => false,
    }
}
