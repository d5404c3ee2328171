//! Which elements an evaluation touches in the branches chosen: those named, and those through which variables come.

use std::collections::{BTreeMap, BTreeSet};

use crate::hir::{EitherId, ElementId, OperandKind, Rule, Source, TestId, TestKind, VariableId};

/// The elements that a test touches, in the branches chosen.
pub(crate) fn needed(
    rule: &Rule,
    test: TestId,
    branches: &BTreeMap<EitherId, usize>,
) -> BTreeSet<ElementId> {
    let mut elements = BTreeSet::new();
    add_test(rule, test, branches, &mut elements);
    elements
}

fn add_test(
    rule: &Rule,
    test: TestId,
    branches: &BTreeMap<EitherId, usize>,
    elements: &mut BTreeSet<ElementId>,
) {
    let test = &rule.tests[test.0];
    let mut operands = Vec::new();
    match &test.kind {
        TestKind::Variant(element) => {
            elements.insert(*element);
        }
        TestKind::Match { element, joins, .. } => {
            elements.insert(*element);
            operands.extend(joins.iter().map(|(_, operand)| operand));
        }
        TestKind::Compare { left, right, .. } => operands.extend([left, right]),
        TestKind::Expr(_) | TestKind::Relation { .. } | TestKind::Let { .. } => {}
    }
    for operand in operands {
        match &operand.kind {
            OperandKind::Place { element, .. } => {
                elements.insert(*element);
            }
            OperandKind::Variable(variable) => add_variable(rule, *variable, branches, elements),
            OperandKind::Expr(_) => {}
        }
        for &variable in &operand.needs.variables {
            add_variable(rule, variable, branches, elements);
        }
    }
    for &variable in &test.needs.variables {
        add_variable(rule, variable, branches, elements);
    }
}

/// The elements that a variable's value touches, in the branches chosen.
pub(crate) fn touched(
    rule: &Rule,
    variable: VariableId,
    branches: &BTreeMap<EitherId, usize>,
) -> BTreeSet<ElementId> {
    let mut elements = BTreeSet::new();
    add_variable(rule, variable, branches, &mut elements);
    elements
}

/// Adds the elements that a variable's value touches.
pub(crate) fn add_variable(
    rule: &Rule,
    variable: VariableId,
    branches: &BTreeMap<EitherId, usize>,
    elements: &mut BTreeSet<ElementId>,
) {
    match &rule.variables[variable.0].source {
        Source::Fact(element)
        | Source::Field { element, .. }
        | Source::Accumulate(element)
        | Source::Key { element, .. }
        | Source::Each(element) => {
            elements.insert(*element);
        }
        Source::Parameter(_) => {
            elements.insert(ElementId::PARAMETERS);
        }
        Source::Test(test) => add_test(rule, *test, branches, elements),
        Source::Either {
            either,
            branches: variables,
        } => match branches.get(either) {
            Some(&branch) => add_variable(rule, variables[branch], branches, elements),
            None => {
                for &variable in variables {
                    add_variable(rule, variable, branches, elements);
                }
            }
        },
    }
}
