//! Finds the keys of a join: of its tests the equalities by which one side can look up the other.

use std::collections::{BTreeMap, BTreeSet};

use crate::analysis::touched::add_variable;
use crate::hir::{EitherId, ElementId, Operand, OperandKind, Rule, Source, TestId, TestKind};

/// The two sides of the equality tests by which facts are looked up.
#[derive(Debug, Clone, Default)]
pub(crate) struct Keys {
    /// What is bound before: a side of each test.
    pub left: Vec<KeyPart>,
    /// What is asked of the fact: the other side of the same tests.
    pub right: Vec<KeyPart>,
}

/// One side of an equality test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct KeyPart {
    /// The test.
    pub test: TestId,
    /// Whether it is the test's left operand.
    pub left_operand: bool,
}

impl KeyPart {
    /// The operand that it is.
    ///
    /// # Panics
    ///
    /// If the test is no comparison.
    #[must_use]
    pub(crate) fn operand(self, rule: &Rule) -> &Operand {
        let TestKind::Compare { left, right, .. } = &rule.tests[self.test.0].kind else {
            unreachable!("keys are sides of comparisons");
        };
        if self.left_operand { left } else { right }
    }

    /// The other side of its test.
    #[must_use]
    pub(crate) fn other(self) -> KeyPart {
        KeyPart {
            left_operand: !self.left_operand,
            ..self
        }
    }
}

impl Keys {
    /// Of the tests that join an element to what is bound before it, those by which it can be looked up.
    pub(super) fn of(
        rule: &Rule,
        branches: &BTreeMap<EitherId, usize>,
        joins: &[TestId],
        element: ElementId,
    ) -> Keys {
        let mut keys = Keys::default();
        let mut only_keys = true;
        for &test in joins {
            let left = left_side(rule, branches, test, element).filter(|side| {
                // The user's code in a key would run ahead of tests to its left, which may guard it.
                let sides = [*side, side.other()].map(|side| side.operand(rule));
                only_keys || sides.iter().all(|side| is_plain(rule, &side.kind))
            });
            only_keys &= left.is_some();
            if let Some(left) = left {
                keys.left.push(left);
                keys.right.push(left.other());
            }
        }
        keys
    }
}

/// For an equality between what is on the left alone and the element alone: its side on the left.
fn left_side(
    rule: &Rule,
    branches: &BTreeMap<EitherId, usize>,
    test: TestId,
    element: ElementId,
) -> Option<KeyPart> {
    let TestKind::Compare {
        left,
        op: syn::BinOp::Eq(_),
        right,
    } = &rule.tests[test.0].kind
    else {
        return None;
    };
    let elements = |operand: &Operand| {
        let mut elements = BTreeSet::new();
        if let OperandKind::Place { element, .. } = operand.kind {
            elements.insert(element);
        }
        if let OperandKind::Variable(variable) = operand.kind {
            add_variable(rule, variable, branches, &mut elements);
        }
        for &variable in &operand.needs.variables {
            add_variable(rule, variable, branches, &mut elements);
        }
        elements
    };
    let of_element = |set: &BTreeSet<ElementId>| set.len() == 1 && set.contains(&element);
    let of_left = |set: &BTreeSet<ElementId>| !set.is_empty() && !set.contains(&element);
    let (l, r) = (elements(left), elements(right));
    let part = |left_operand| KeyPart { test, left_operand };
    if of_left(&l) && of_element(&r) {
        Some(part(true))
    } else if of_left(&r) && of_element(&l) {
        Some(part(false))
    } else {
        None
    }
}

/// Whether an operand is evaluated without running the user's code.
fn is_plain(rule: &Rule, operand: &OperandKind) -> bool {
    match operand {
        OperandKind::Place { .. } => true,
        OperandKind::Variable(variable) => match &rule.variables[variable.0].source {
            Source::Field { .. } | Source::Accumulate(_) | Source::Parameter(_) => true,
            Source::Either { branches, .. } => branches
                .iter()
                .all(|&variable| is_plain(rule, &OperandKind::Variable(variable))),
            Source::Fact(_) | Source::Test(_) | Source::Key { .. } | Source::Each(_) => false,
        },
        OperandKind::Expr(_) => false,
    }
}
