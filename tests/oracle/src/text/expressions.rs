//! Expressions as Rust text.

use crate::model::{Expression, Operator};
use crate::value::DOMAIN;

/// The text of an expression that stands alone.
#[must_use]
pub(crate) fn expression(written: &Expression) -> String {
    match written {
        Expression::Constant(value) => value.to_string(),
        Expression::Variable(name) => name.clone(),
        Expression::Shown(name) => format!("format!(\"{{{name}}}\").parse::<i32>().unwrap_or(0)"),
        Expression::Field(name, field) => format!("{name}.{field}"),
        Expression::Total(name) => format!("{name}.total()"),
        Expression::Length(name) => format!("{name}.len()"),
        Expression::Vacant(name) => format!("{name}.is_empty()"),
        Expression::Sum(name, field) => {
            format!("{name}.iter().map(|member| member.{field}).sum::<i32>()")
        }
        Expression::Distinct(left, right) => format!("{left}.handle() != {right}.handle()"),
        Expression::AsInt(inner) => format!("{} as i32", operand(inner)),
        Expression::Owned(inner) => format!("{}.to_string()", operand(inner)),
        Expression::Not(inner) => format!("!{}", operand(inner)),
        Expression::Wrap(inner) => format!("i32::rem_euclid({}, {DOMAIN})", expression(inner)),
        Expression::Binary(Operator::Apart, left, right) => {
            let (method, right) = (Operator::Apart.sign(), expression(right));
            format!("{}.{method}({right})", operand(left))
        }
        Expression::Binary(operator, left, right) => {
            format!("{} {} {}", operand(left), operator.sign(), operand(right))
        }
    }
}

/// The text of an expression whose value a field gets.
#[must_use]
pub(super) fn written(value: &Expression) -> String {
    match value {
        Expression::Constant(value) => value.rust(),
        value => expression(value),
    }
}

/// The text of an expression within another.
#[must_use]
pub(super) fn operand(written: &Expression) -> String {
    match written {
        Expression::Binary(Operator::Apart, ..) => expression(written),
        Expression::Binary(..) | Expression::AsInt(_) | Expression::Distinct(..) => {
            format!("({})", expression(written))
        }
        _ => expression(written),
    }
}
