//! Accumulates of facts that another accumulate finds: queries gather such, and rules do not. A member of theirs is a fact
//! that a pattern has found.

use crate::hir::{ElementId, ElementKind, Function, Rule, Ruleset};
use crate::vocabulary as say;

use super::{Found, rules};

/// Finds those of rules, also in queries that they call.
pub(super) fn check_nested_accumulates(ruleset: &Ruleset, found: &mut Found<'_>) {
    for subject in rules(ruleset) {
        let rule = subject.rule;
        for accumulate in &rule.accumulates {
            if let Some((function, inner)) = nested(rule, &accumulate.function) {
                let at = rule.elements[accumulate.element.0].span;
                found.push(rule, say::fact_of_an_accumulate(function, inner).at(at));
            }
        }
    }
}

/// A function that takes what another one finds, and that one.
fn nested(rule: &Rule, function: &Function) -> Option<(&'static str, &'static str)> {
    let (name, member) = taken(function)?;
    let ElementKind::Best { accumulate, .. } = rule.elements[member.0].kind else {
        return None;
    };
    let (inner, _) = taken(&rule.accumulates[accumulate.0].function)?;
    Some((name, inner))
}

/// A function that takes facts by its name, and which of those found inside it takes.
fn taken(function: &Function) -> Option<(&'static str, ElementId)> {
    match function {
        Function::Collect(member) => Some(("collect", *member)),
        Function::MinBy(_, member) => Some(("min_by", *member)),
        Function::MaxBy(_, member) => Some(("max_by", *member)),
        Function::Count
        | Function::Sum(_)
        | Function::Avg(_)
        | Function::Min(_)
        | Function::Max(_)
        | Function::User(..) => None,
    }
}
