//! Which fields of a fact a rule reads: those that its conditions and attributes name.
//!
//! `then` and `undo` blocks read nothing in this sense. A method called on a fact reads it whole, and a use
//! of collected facts other than by `len` and `is_empty` reads every member whole; `handle()` reads nothing.

use crate::model::circle::{Again, Asked};
use crate::model::{Accumulate, Condition, Expression, FactType, Pattern, Test};

/// The places of the fields read.
type Places = Vec<usize>;

/// What a rule reads of the fact of a pattern: `conditions` are all of the rule's.
pub(super) fn of_pattern(
    kind: &FactType,
    pattern: &Pattern,
    conditions: &[&Condition],
    attributes: &[&Expression],
) -> Places {
    let mut places = named(kind, pattern);
    if let Some(name) = &pattern.name {
        used(kind, name, conditions, attributes, &mut places);
    }
    ordered(places)
}

/// What a rule reads of the facts that are an accumulate's result.
pub(super) fn of_result(
    kind: &FactType,
    accumulate: &Accumulate,
    conditions: &[&Condition],
    attributes: &[&Expression],
) -> Places {
    let mut places = Vec::new();
    if let Some(member) = accumulate.function.member() {
        each_pattern(&accumulate.block, &mut |pattern| {
            if pattern.name.as_deref() == Some(member) {
                places.extend(named(kind, pattern));
            }
        });
        let block: Vec<&Condition> = accumulate.block.iter().collect();
        let expression: Vec<&Expression> = accumulate.function.expression().into_iter().collect();
        used(kind, member, &block, &expression, &mut places);
    }
    used(kind, &accumulate.name, conditions, attributes, &mut places);
    ordered(places)
}

/// The fact type that an accumulate's result is of, by its name.
pub(crate) fn result_type(accumulate: &Accumulate) -> Option<&str> {
    let member = accumulate.function.member()?;
    let mut found = None;
    each_pattern(&accumulate.block, &mut |pattern| {
        if pattern.name.as_deref() == Some(member) {
            found = Some(pattern.fact.as_str());
        }
    });
    found
}

fn named(kind: &FactType, pattern: &Pattern) -> Places {
    let fields = pattern.fields.iter().filter(|(_, test)| *test != Test::Any);
    fields.map(|(field, _)| kind.place(field)).collect()
}

fn used(
    kind: &FactType,
    name: &str,
    conditions: &[&Condition],
    attributes: &[&Expression],
    places: &mut Places,
) {
    let mut visit = |expression: &Expression| match expression {
        Expression::Field(used, field) if used == name => places.push(kind.place(field)),
        Expression::Total(used) | Expression::Sum(used, _) if used == name => {
            places.extend(0..kind.fields.len());
        }
        _ => {}
    };
    for condition in conditions {
        each_expression(condition, &mut visit);
    }
    for attribute in attributes {
        attribute.walk(&mut visit);
    }
}

fn ordered(mut places: Places) -> Places {
    places.sort_unstable();
    places.dedup();
    places
}

/// Calls `visit` on every expression in a condition and in what it holds.
fn each_expression(condition: &Condition, visit: &mut dyn FnMut(&Expression)) {
    match condition {
        Condition::Pattern(pattern) => {
            for (_, test) in &pattern.fields {
                if let Test::Compare(_, expression) = test {
                    expression.walk(visit);
                }
            }
            if let Some(guard) = &pattern.guard {
                guard.walk(visit);
            }
        }
        Condition::Not(block) | Condition::Exists(block) | Condition::Unique(block) => {
            for inner in block {
                each_expression(inner, visit);
            }
        }
        Condition::Forall(left, right) => {
            for inner in left.iter().chain(right) {
                each_expression(inner, visit);
            }
        }
        Condition::Either(branches) => {
            for inner in branches.iter().flatten() {
                each_expression(inner, visit);
            }
        }
        Condition::If(expression) | Condition::Let(_, expression) | Condition::Due(expression) => {
            expression.walk(visit);
        }
        Condition::IfLet { left, right, .. }
        | Condition::For(_, left, right)
        | Condition::Kept(_, left, right) => {
            left.walk(visit);
            right.walk(visit);
        }
        Condition::Asked(Asked { arguments, .. }) | Condition::Again(Again { arguments, .. }) => {
            for argument in arguments {
                argument.walk(visit);
            }
        }
        Condition::LookUp(look_up) => {
            for asked in look_up.asked() {
                asked.walk(visit);
            }
        }
        Condition::Accumulate(accumulate) => {
            for inner in &accumulate.block {
                each_expression(inner, visit);
            }
            if let Some(expression) = accumulate.function.expression() {
                expression.walk(visit);
            }
            if let Some(guard) = &accumulate.guard {
                guard.walk(visit);
            }
        }
    }
}

/// Calls `visit` on every pattern in conditions that stand together.
fn each_pattern<'c>(conditions: &'c [Condition], visit: &mut dyn FnMut(&'c Pattern)) {
    for condition in conditions {
        match condition {
            Condition::Pattern(pattern) => visit(pattern),
            Condition::Either(branches) => {
                for branch in branches {
                    each_pattern(branch, visit);
                }
            }
            _ => {}
        }
    }
}
