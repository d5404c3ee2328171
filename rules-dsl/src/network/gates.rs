//! Which patterns of a rule are gates: facts that rules modify, of which there is one at the most, and to which
//! nothing is joined.
//!
//! Rules must come back to it besides, which `analysis::returns` finds out: else nothing is gained.
//!
//! A gate is no part of the rule's tokens, which so outlive what happens to it. The rule's matches are on the
//! agenda while the gate is open. What is said of them (their order, when they begin and end) is as if they had
//! been joined with it.

use std::collections::BTreeMap;

use crate::analysis::returns::comes_back;
use crate::analysis::touched::{needed, touched};
use crate::hir::{Condition, ElementId, FactTypeId, Rule, Ruleset, Strategy, TestId};

use crate::plan::{Nest, Scan, Step, StepKind};

/// The patterns of a nest that are gates.
#[cfg(feature = "lsp")]
pub(crate) fn gates(ruleset: &Ruleset, rule: &Rule, nest: &Nest) -> Vec<ElementId> {
    let (gates, _) = split_gates(ruleset, rule, nest);
    gates.into_iter().map(|scan| scan.element).collect()
}

/// The patterns of a nest that are gates, and the other steps.
pub(super) fn split_gates<'a>(
    ruleset: &Ruleset,
    rule: &Rule,
    nest: &'a Nest,
) -> (Vec<&'a Scan>, Vec<&'a Step>) {
    let (mut gates, mut steps, mut has_facts) = (Vec::new(), Vec::new(), false);
    for step in &nest.steps {
        match &step.kind {
            StepKind::Scan(scan) if is_gate(ruleset, rule, nest, scan) => gates.push(scan),
            kind => {
                has_facts |= matches!(kind, StepKind::Scan(_));
                steps.push(step);
            }
        }
    }
    // A match is something that a gate lets pass.
    if has_facts && can_wait(ruleset, rule) {
        (gates, steps)
    } else {
        (Vec::new(), nest.steps.iter().collect())
    }
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
fn is_gate(ruleset: &Ruleset, rule: &Rule, nest: &Nest, scan: &Scan) -> bool {
    let Some(fact_type) = rule.pattern_type(scan.element) else {
        return false;
    };
    let (element, tests) = (scan.element, &scan.tests);
    let others = (0..rule.tests.len()).map(TestId);
    let mut others = others.filter(|test| !tests.contains(test));
    is_alone(ruleset, fact_type)
        && comes_back(ruleset, fact_type, rule, tests)
        && scan.joins().is_empty()
        && !others.any(|test| {
            rule.tests[test.0].needs.elements.contains(&element)
                || needed(rule, test, &nest.branches).contains(&element)
        })
        && !expressions_need(rule, element)
}

/// Whether there is one fact of a type at the most, which rules modify, and none is logical.
fn is_alone(ruleset: &Ruleset, id: FactTypeId) -> bool {
    let fact_type = &ruleset.fact_types[id.0];
    let mut inserts = ruleset.rules.iter().flat_map(|rule| rule.then.inserts());
    let is_logical =
        inserts.any(|insert| insert.logical && insert.fact_type.is_none_or(|of| of == id));
    fact_type.is_single() && fact_type.modified && !is_logical
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
