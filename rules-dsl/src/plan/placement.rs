//! Gives each test the step at which it is made.
//!
//! A test goes to the first step after which everything that it needs is bound; a test that runs the user's code goes
//! no further ahead than the tests to its left on the same elements, which may guard it. Nor does a test of a branch go
//! ahead of the branch where an accumulate with `by` stands before it: the branches share its groups, which are
//! numbered as they come.

use std::collections::{BTreeMap, BTreeSet};

use crate::analysis::touched::{FieldsRead, needed};
use crate::hir::{Condition, ElementId, OperandKind, Rule, TestId, TestKind};

use super::choices::{Choice, Part};
use super::keys::runs_no_code;

/// Where the tests of a choice are made.
pub(super) struct Placed {
    /// Before all parts.
    pub(super) leading: Vec<TestId>,
    /// At each part.
    pub(super) at: Vec<Vec<TestId>>,
}

/// Places the tests of a choice, of which so much is bound before it.
pub(super) fn place_tests(rule: &Rule, choice: &Choice<'_>, bound: &BTreeSet<ElementId>) -> Placed {
    let parts = &choice.parts;
    // For each element bound here, how many parts stand before it is.
    let mut bound_at: BTreeMap<ElementId, usize> = BTreeMap::new();
    for (number, part) in parts.iter().enumerate() {
        if let Some(element) = part.binds(rule) {
            bound_at.insert(element, number + 1);
        }
    }
    let mut placed: Vec<(BTreeSet<ElementId>, usize)> = Vec::new();
    let mut leading = Vec::new();
    let mut of_parts = vec![Vec::new(); parts.len()];
    let is_made = |(_, test): &&(usize, TestId)| !rule.tests[test.0].is_let();
    for &(before, test) in choice.tests.iter().filter(is_made) {
        let needs = needed(rule, test, &choice.branches);
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
                .filter(|(other, _)| shares(other))
                .map(|(_, at)| *at)
                .max()
                .unwrap_or(0)
        };
        let shared = shared_until(rule, &parts[..before]);
        let mut at = earliest.max(guarded).max(shared);
        if at == 0 && needs.is_disjoint(bound) && parts.first().is_some_and(is_fact) {
            // It needs nothing: the first fact takes it.
            at = 1;
        }
        match at.checked_sub(1) {
            Some(part) => of_parts[part].push(test),
            None => leading.push(test),
        }
        placed.push((needs, at));
    }
    Placed {
        leading,
        at: of_parts,
    }
}

fn is_fact(part: &Part<'_>) -> bool {
    matches!(part, Part::Condition(Condition::Fact { .. }))
}

/// How many parts a choice shares with those that take another branch, of the parts before a test; 0 where it
/// need share none.
fn shared_until(rule: &Rule, parts: &[Part<'_>]) -> usize {
    let branch = parts
        .iter()
        .rposition(|part| matches!(part, Part::Branch { .. }));
    let has_groups = |part: &Part<'_>| match part {
        Part::Condition(Condition::Accumulate(id)) => !rule.accumulates[id.0].by.is_empty(),
        _ => false,
    };
    match branch {
        Some(branch) if parts[..branch].iter().any(has_groups) => branch + 1,
        _ => 0,
    }
}

/// Of the tests of a pattern, those that are made on the fact as it comes: the ones that need it alone, but for the user's code
/// that may be guarded by what the fact is joined by.
pub(super) fn own_tests(
    rule: &Rule,
    element: ElementId,
    tests: &[TestId],
    needs_it_alone: impl Fn(TestId) -> bool,
) -> BTreeSet<TestId> {
    let mut own = BTreeSet::new();
    // What is read of the fact by the tests that are made where it is joined.
    let mut joined: Vec<FieldsRead> = Vec::new();
    for &test in tests {
        let read = FieldsRead::of(rule, test, element);
        let is_guarded = !is_plain(rule, test) && joined.iter().any(|other| other.meets(&read));
        if !is_guarded && needs_it_alone(test) {
            own.insert(test);
        } else {
            joined.push(read);
        }
    }
    own
}

/// Whether a test compares fields, times, variables and literals only, or matches a field with a pattern: it runs no code of
/// the user's but comparisons, and needs no guard.
pub(crate) fn is_plain(rule: &Rule, test: TestId) -> bool {
    let plain = |kind: &OperandKind| match kind {
        OperandKind::Expr(expr) => matches!(**expr, syn::Expr::Lit(_) | syn::Expr::Path(_)),
        of_facts => runs_no_code(rule, of_facts),
    };
    match &rule.tests[test.0].kind {
        TestKind::Variant(_) | TestKind::Relation { .. } => true,
        TestKind::Compare { left, right, .. } => plain(&left.kind) && plain(&right.kind),
        TestKind::Match { joins, .. } => joins.iter().all(|(_, operand)| plain(&operand.kind)),
        TestKind::Expr(_) | TestKind::Let { .. } => false,
    }
}
