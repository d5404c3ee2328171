//! Whether a program comes back to what a gate asks for: a stage that is over for good is not worth waiting in.
//!
//! Matches behind a gate are found while it is closed. That pays where the gate opens again and again. Where rules
//! lead from stage to stage and never back, the matches of a stage to come would be found, and lost again, before
//! their time.

use std::collections::{BTreeMap, BTreeSet};

use syn::{Expr, Pat};

use crate::hir::{
    Action, Condition, ElementId, FactTypeId, Modify, OperandKind, Rule, Ruleset, TestId, TestKind,
};
use crate::names::member_name;
use crate::printer::text;

use super::known::assigned;

/// A value of a field as it is written, or `None` for any.
type Value = Option<String>;

/// Whether rules can come back to a state of a fact that meets a pattern's tests, having left it.
pub(crate) fn comes_back(ruleset: &Ruleset, id: FactTypeId, rule: &Rule, tests: &[TestId]) -> bool {
    let mut inserts = ruleset.rules.iter().flat_map(|rule| rule.then.inserts());
    if inserts.any(|insert| insert.fact_type.is_none_or(|of| of == id)) {
        return true;
    }
    let constants: Option<Vec<(String, String)>> =
        tests.iter().map(|&test| constant(rule, test)).collect();
    // What is no constant may be met by many values.
    let Some(constants) = constants.filter(|constants| !constants.is_empty()) else {
        return true;
    };
    let ways: Vec<Way> = constants
        .iter()
        .map(|(member, value)| match steps(ruleset, id, member) {
            Some(steps) => Way::from(&steps, value),
            None => Way::Back,
        })
        .collect();
    !ways.contains(&Way::Away) && ways.contains(&Way::Back)
}

/// Where the steps lead that rules take from a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    /// There are none.
    Nowhere,
    /// Away for good.
    Away,
    /// Away and back.
    Back,
}

impl Way {
    fn from(steps: &[(Value, String)], value: &str) -> Self {
        let from = |at: &str| {
            let leads = |from: &Value| from.as_deref().is_none_or(|from| from == at);
            let steps = steps.iter().filter(|(from, _)| leads(from));
            steps.map(|(_, to)| to.as_str()).collect::<Vec<&str>>()
        };
        let mut ahead = from(value);
        ahead.retain(|&to| to != value);
        if ahead.is_empty() {
            return Way::Nowhere;
        }
        let mut seen = BTreeSet::new();
        while let Some(at) = ahead.pop() {
            if at == value {
                return Way::Back;
            }
            if seen.insert(at) {
                ahead.extend(from(at));
            }
        }
        Way::Away
    }
}

/// From which value to which rules set a field; `None` where they may set it to anything.
fn steps(ruleset: &Ruleset, id: FactTypeId, member: &str) -> Option<Vec<(Value, String)>> {
    let mut steps = Vec::new();
    for rule in &ruleset.rules {
        let written = rule
            .actions()
            .flat_map(|action| action.modifies().map(move |m| (action, m)));
        for (action, modify) in written {
            if !modify.target.types.contains(&id) {
                continue;
            }
            let element = modify.target.element?;
            let writes = modify.writes.as_ref()?;
            let is_written = writes
                .iter()
                .any(|field| field.member.as_deref() == Some(member));
            if is_written {
                let to = constants(action, modify)?.remove(member)?;
                steps.push((value_before(rule, element, member), to));
            }
        }
    }
    Some(steps)
}

/// What a block that does nothing but assign constants to fields assigns.
fn constants(action: &Action, modify: &Modify) -> Option<BTreeMap<String, String>> {
    let assigned = assigned(action, modify)?.into_iter();
    let constants = assigned.map(|(member, value)| {
        matches!(value, Expr::Path(_) | Expr::Lit(_)).then(|| (member, text(&value)))
    });
    constants.collect()
}

/// The value that a rule's pattern asks a field to have.
fn value_before(rule: &Rule, element: ElementId, member: &str) -> Value {
    let tests = tests_of(&rule.conditions, element)?;
    let mut constants = tests.iter().filter_map(|&test| constant(rule, test));
    constants
        .find(|(of, _)| of == member)
        .map(|(_, value)| value)
}

fn tests_of(conditions: &[Condition], element: ElementId) -> Option<&[TestId]> {
    conditions.iter().find_map(|condition| match condition {
        Condition::Fact { element: of, tests } if *of == element => Some(tests.as_slice()),
        Condition::Either { branches, .. } => {
            branches.iter().find_map(|branch| tests_of(branch, element))
        }
        _ => None,
    })
}

/// The field that a test compares with a constant, and the constant.
fn constant(rule: &Rule, test: TestId) -> Option<(String, String)> {
    match &rule.tests[test.0].kind {
        TestKind::Match {
            member,
            pattern,
            joins,
            ..
        } if joins.is_empty() && matches!(**pattern, Pat::Path(_) | Pat::Lit(_)) => {
            Some((member_name(member), text(pattern)))
        }
        TestKind::Compare {
            left,
            op: syn::BinOp::Eq(_),
            right,
        } => match (&left.kind, &right.kind) {
            (OperandKind::Place { member, .. }, OperandKind::Expr(expr))
                if matches!(**expr, Expr::Path(_) | Expr::Lit(_)) =>
            {
                Some((member_name(member), text(expr)))
            }
            _ => None,
        },
        _ => None,
    }
}
