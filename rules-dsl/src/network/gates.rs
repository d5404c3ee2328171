//! Which patterns of a rule are gates: facts that rules modify, of which there is one at the most, and to which
//! nothing is joined.
//!
//! Rules must come back to it besides, which `check` finds out: else nothing is gained.
//!
//! A gate is no part of the rule's tokens, which so outlive what happens to it. The rule's matches are on the
//! agenda while the gate is open. What is said of them (their order, when they begin and end) is as if they had
//! been joined with it.

use std::collections::BTreeMap;

use crate::analysis::returns::comes_back;
use crate::analysis::touched::{needed, touched};
use crate::hir::{
    Condition, ElementId, ElementKind, FactTypeId, Identity, Rule, Ruleset, Strategy, TestId,
};

use super::steps::{Step, Variant};

/// A pattern that is a gate.
pub(super) struct Gate {
    pub(super) element: ElementId,
    pub(super) tests: Vec<TestId>,
}

/// Takes the gates out of a variant of a rule.
pub(super) fn split_gates<'a>(
    ruleset: &Ruleset,
    rule: &Rule,
    mut variant: Variant<'a>,
) -> (Vec<Gate>, Variant<'a>) {
    let is_gate = |step: &Step<'_>| match step {
        Step::Fact { element, tests } => is_gate(ruleset, rule, &variant, *element, tests),
        _ => false,
    };
    let are_gates: Vec<bool> = variant.steps.iter().map(is_gate).collect();
    let is_joined =
        |(step, is_gate): (&Step<'_>, &bool)| matches!(step, Step::Fact { .. }) && !is_gate;
    // A match is something that a gate lets pass.
    let has_facts = variant.steps.iter().zip(&are_gates).any(is_joined);
    if !has_facts || !can_wait(ruleset, rule) {
        return (Vec::new(), variant);
    }
    let (mut gates, mut steps) = (Vec::new(), Vec::new());
    for (step, is_gate) in variant.steps.into_iter().zip(are_gates) {
        match step {
            Step::Fact { element, tests } if is_gate => gates.push(Gate { element, tests }),
            step => steps.push(step),
        }
    }
    variant.steps = steps;
    (gates, variant)
}

/// Whether matches of a rule can stand without being activations: nothing is kept of those that fire, and their
/// order does not change while they stand.
fn can_wait(ruleset: &Ruleset, rule: &Rule) -> bool {
    let by_date = matches!(ruleset.strategy, Strategy::Depth | Strategy::Breadth);
    let has_computed = ruleset
        .rules
        .iter()
        .any(|rule| rule.computed_salience.is_some());
    let is_remembered = rule.undo.is_some()
        || rule.once
        || rule.no_loop
        || rule.lock_on_active
        || rule.auto_focus
        || !rule.on_change.is_empty()
        || rule.then.inserts_logical();
    // Groups and elements of a `for` are numbered when they are found.
    let mut conditions = rule.conditions.iter();
    let numbers = conditions.any(|condition| {
        matches!(condition, Condition::Each(_) | Condition::Either { .. })
            || matches!(condition, Condition::Accumulate(id) if !rule.accumulates[id.0].by.is_empty())
    });
    by_date && !has_computed && !is_remembered && !numbers && !ruleset.backtrack
}

/// Whether a pattern is a gate.
fn is_gate(
    ruleset: &Ruleset,
    rule: &Rule,
    variant: &Variant<'_>,
    element: ElementId,
    tests: &[TestId],
) -> bool {
    let ElementKind::Fact { fact_type, .. } = rule.elements[element.0].kind else {
        return false;
    };
    let alone = |&test: &TestId| {
        let needs = needed(rule, test, &variant.branches);
        needs.iter().all(|&other| other == element)
    };
    let others = (0..rule.tests.len()).map(TestId);
    let mut others = others.filter(|test| !tests.contains(test));
    is_alone(ruleset, fact_type)
        && comes_back(ruleset, fact_type, rule, tests)
        && tests.iter().all(alone)
        && !others.any(|test| {
            rule.tests[test.0].needs.elements.contains(&element)
                || needed(rule, test, &variant.branches).contains(&element)
        })
        && !expressions_need(rule, element)
}

/// Whether there is one fact of a type at the most, which rules modify, and none is logical.
fn is_alone(ruleset: &Ruleset, id: FactTypeId) -> bool {
    let fact_type = &ruleset.fact_types[id.0];
    let is_single = matches!(&fact_type.identity, Identity::Key(fields) if fields.is_empty());
    let mut inserts = ruleset.rules.iter().flat_map(|rule| rule.then.inserts());
    let is_logical =
        inserts.any(|insert| insert.logical && insert.fact_type.is_none_or(|of| of == id));
    is_single && fact_type.modified && !is_logical
}

/// Whether an expression of a condition needs an element.
fn expressions_need(rule: &Rule, element: ElementId) -> bool {
    let values = rule.accumulates.iter();
    let values = values.filter_map(|accumulate| accumulate.function.expression());
    let mut expressions = values.chain(rule.eaches.iter().map(|each| &each.expr));
    let mut keys = rule
        .accumulates
        .iter()
        .flat_map(|accumulate| &accumulate.by);
    expressions.any(|expr| expr.needs.elements.contains(&element))
        || keys.any(|&key| touched(rule, key, &BTreeMap::new()).contains(&element))
}
