//! Finds the keys of a join: of its tests the equalities by which one side can look up the other.

use std::collections::BTreeSet;

use crate::analysis::touched::add_variable;
use crate::hir::{ElementId, Operand, OperandKind, Rule, TestId, TestKind};

use super::build::Builder;
use super::steps::is_plain_operand;
use super::{Context, KeyPart};

/// The two sides of the equality tests by which a join looks up.
#[derive(Default)]
pub(super) struct Keys {
    pub(super) left: Vec<KeyPart>,
    pub(super) right: Vec<KeyPart>,
}

/// For an equality between what is on the left alone and the element alone: its sides.
fn key_sides(
    rule: &Rule,
    context: &Context,
    test: TestId,
    element: ElementId,
) -> Option<(KeyPart, KeyPart)> {
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
            add_variable(rule, variable, &context.branches, &mut elements);
        }
        for &variable in &operand.needs.variables {
            add_variable(rule, variable, &context.branches, &mut elements);
        }
        elements
    };
    let of_element = |set: &BTreeSet<ElementId>| set.len() == 1 && set.contains(&element);
    let of_left = |set: &BTreeSet<ElementId>| !set.is_empty() && !set.contains(&element);
    let (l, r) = (elements(left), elements(right));
    let part = |left_operand| KeyPart { test, left_operand };
    if of_left(&l) && of_element(&r) {
        Some((part(true), part(false)))
    } else if of_left(&r) && of_element(&l) {
        Some((part(false), part(true)))
    } else {
        None
    }
}

impl Builder<'_> {
    /// The equality tests of a join that can be looked up: for each its side on the left and on the right.
    pub(super) fn keys(&self, context: &Context, joins: &[TestId], element: ElementId) -> Keys {
        let rule = self.rule(context);
        let mut keys = Keys::default();
        let mut only_keys = true;
        for &test in joins {
            let sides = key_sides(rule, context, test, element).filter(|_| {
                // The user's code in a key would run ahead of tests to its left, which may guard it.
                let TestKind::Compare { left, right, .. } = &rule.tests[test.0].kind else {
                    return false;
                };
                only_keys
                    || (is_plain_operand(rule, &left.kind) && is_plain_operand(rule, &right.kind))
            });
            only_keys &= sides.is_some();
            if let Some((left, right)) = sides {
                keys.left.push(left);
                keys.right.push(right);
            }
        }
        keys
    }
}
