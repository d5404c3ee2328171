//! What the language has and the compiler has not yet: each is refused, none is dropped.

use crate::diagnostic::{Diagnostics, SpanRange};
use crate::hir::{Condition, Function, Rule, Ruleset};
use crate::vocabulary as say;

/// Refuses what is not generated yet.
pub(super) fn check_unsupported(ruleset: &Ruleset, diagnostics: &mut Diagnostics) {
    let mut refuse = |span: SpanRange, what: &str| {
        diagnostics.push(say::unsupported(what).at(span));
    };
    for query in &ruleset.queries {
        check_conditions(&query.rule, &query.rule.conditions, &mut refuse);
    }
}

fn check_conditions(
    rule: &Rule,
    conditions: &[Condition],
    refuse: &mut impl FnMut(SpanRange, &str),
) {
    for condition in conditions {
        match condition {
            Condition::Fact { .. } | Condition::Test(_) | Condition::Each { .. } => {}
            Condition::Not { conditions, .. } | Condition::Exists { conditions, .. } => {
                check_conditions(rule, conditions, refuse);
            }
            Condition::Either { branches, .. } => {
                for branch in branches {
                    check_conditions(rule, branch, refuse);
                }
            }
            Condition::Accumulate {
                element,
                function,
                source,
                ..
            } => {
                if let Function::User(..) = function {
                    refuse(rule.elements[element.0].span, "`accumulate` in a query");
                }
                check_conditions(rule, source, refuse);
            }
        }
    }
}
