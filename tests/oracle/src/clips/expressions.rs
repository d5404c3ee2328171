//! Expressions as CLIPS text.

use super::constant;
use super::scope::Scope;
use crate::model::{Expression, Operator};
use crate::value::DOMAIN;

/// The text of an expression: a variable, a constant or a call.
pub(super) fn expression(written: &Expression, scope: &Scope<'_>) -> String {
    match written {
        Expression::Constant(value) => constant(*value),
        Expression::Variable(name) => scope.value(name).into(),
        Expression::Field(name, field) => {
            let fact = scope.fact(name);
            fact.fields[fact.kind.place(field)].clone()
        }
        Expression::Total(name) => {
            let fact = scope.fact(name);
            let fields = fact.kind.fields.iter().zip(&fact.fields);
            let integers = fields.filter(|((_, kind), _)| *kind == crate::value::Kind::Int);
            let integers: Vec<&str> = integers.map(|(_, text)| text.as_str()).collect();
            format!("(+ 0 {})", integers.join(" "))
        }
        Expression::Distinct(left, right) => distinct(left, right, scope),
        Expression::Not(inner) => format!("(not {})", expression(inner, scope)),
        // `mod` takes the sign of what is divided.
        Expression::Wrap(inner) => {
            let inner = expression(inner, scope);
            format!("(mod (+ (mod {inner} {DOMAIN}) {DOMAIN}) {DOMAIN})")
        }
        Expression::Binary(operator, left, right) => {
            let (left, right) = (expression(left, scope), expression(right, scope));
            format!("({} {left} {right})", function(*operator))
        }
        Expression::Shown(_)
        | Expression::Length(_)
        | Expression::Vacant(_)
        | Expression::Sum(..)
        | Expression::Owned(_)
        | Expression::AsInt(_) => panic!("CLIPS has no such expression: {written:?}"),
    }
}

/// An expression as a call, as `test` and a predicate constraint need one.
pub(super) fn predicate(written: &Expression, scope: &Scope<'_>) -> String {
    let text = expression(written, scope);
    if text.starts_with('(') {
        text
    } else {
        format!("(eq {text} TRUE)")
    }
}

/// The function of an operator.
pub(super) fn function(operator: Operator) -> &'static str {
    match operator {
        Operator::Equal => "eq",
        Operator::Unequal => "neq",
        Operator::And => "and",
        Operator::Or => "or",
        Operator::Apart => panic!("CLIPS has no such method"),
        other => other.sign(),
    }
}

/// Whether two fact variables are different facts: by what tells equal ones apart, or by any field where equal ones
/// are the same.
fn distinct(left: &str, right: &str, scope: &Scope<'_>) -> String {
    let (left, right) = (scope.fact(left), scope.fact(right));
    assert_eq!(left.kind, right.kind, "facts of one type");
    if let (Some(left), Some(right)) = (&left.identity, &right.identity) {
        return format!("(neq {left} {right})");
    }
    let fields = left.fields.iter().zip(&right.fields);
    let fields: Vec<String> = fields
        .map(|(left, right)| format!("(neq {left} {right})"))
        .collect();
    match fields.as_slice() {
        [only] => only.clone(),
        all => format!("(or {})", all.join(" ")),
    }
}
