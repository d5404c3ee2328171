//! Derived facts that no rule inserts, and patterns of derived facts that no insert can meet.

use syn::Expr;

use crate::hir::{Condition, ElementKind, FactTypeId, Rule, Ruleset, TestId};
use crate::vocabulary as say;

use super::Found;
use super::rules;
use crate::analysis::constants::Constant;
use crate::analysis::effects_graph::readings;
use crate::analysis::terms::{Claim, Reader, Renamed, Term};
use crate::analysis::values::{Comparison, Values};
use crate::names::member_name;

/// Finds the derived facts that nothing derives.
pub(super) fn check_underivable(ruleset: &Ruleset, found: &mut Found<'_>) {
    let Some(inserts) = inserts_of(ruleset) else {
        return;
    };
    for (number, fact_type) in ruleset.fact_types.iter().enumerate() {
        let Some(declaration) = &fact_type.declaration else {
            continue;
        };
        if !declaration.derived {
            continue;
        }
        let id = FactTypeId(number);
        let inserts: Vec<&Inserted> = inserts.iter().filter(|i| i.fact_type == id).collect();
        if !inserts.is_empty() {
            if !fact_type.modified {
                check_patterns(ruleset, id, &inserts, found);
            }
            continue;
        }
        let waiting: Vec<&Rule> = ruleset
            .rules
            .iter()
            .filter(|rule| waits(rule, id))
            .collect();
        let is_allowed = |rule: &&Rule| rule.allows.contains("underivable");
        if !waiting.is_empty() && waiting.iter().all(is_allowed) {
            continue;
        }
        let names: Vec<String> = waiting
            .iter()
            .map(|r| format!("rule `{}`", r.name))
            .collect();
        let wording = if fact_type.is_best() {
            say::no_candidates(&fact_type.name)
        } else if names.is_empty() {
            say::underivable(&fact_type.name)
        } else {
            say::underivable_for(&fact_type.name, names.join(" and "))
        };
        found.push_unless(&declaration.allows, wording.at(declaration.span));
    }
}

/// Whether a rule cannot fire without a fact of a type.
fn waits(rule: &Rule, fact_type: FactTypeId) -> bool {
    readings(rule)
        .iter()
        .any(|reading| reading.fact_type == fact_type && reading.is_needed)
}

/// An insert in the ruleset, with what it says of the fact.
struct Inserted {
    fact_type: FactTypeId,
    /// The fields of which the value is seen.
    fields: Vec<(Option<String>, Values)>,
}

/// The inserts of all blocks; `None` where the type of one is not seen.
fn inserts_of(ruleset: &Ruleset) -> Option<Vec<Inserted>> {
    let mut inserts = Vec::new();
    for rule in &ruleset.rules {
        for action in std::iter::once(&rule.then).chain(&rule.undo) {
            for insert in action.inserts() {
                let fact_type = insert.fact_type?;
                let fact = syn::parse2(action.tokens(&insert.fact)).ok();
                let fields = fact.as_ref().map(fields_of).unwrap_or_default();
                inserts.push(Inserted { fact_type, fields });
            }
        }
    }
    Some(inserts)
}

/// What an expression says of the fact that it makes.
fn fields_of(fact: &Expr) -> Vec<(Option<String>, Values)> {
    let equal = |constant: Constant| constant.compared(Comparison::Equal);
    let seen = |member: String, value: &Expr| {
        let values = equal(Constant::of(value)?);
        Some((Some(member), values))
    };
    match fact {
        Expr::Struct(made) if made.rest.is_none() => {
            let fields = made.fields.iter();
            let fields = fields.filter_map(|field| seen(member_name(&field.member), &field.expr));
            fields.chain(variant_of(&made.path)).collect()
        }
        Expr::Call(call) => {
            let Expr::Path(path) = &*call.func else {
                return Vec::new();
            };
            let is_function = |segment: &syn::PathSegment| {
                segment.ident.to_string().starts_with(char::is_lowercase)
            };
            if path.path.segments.last().is_none_or(is_function) {
                return Vec::new();
            }
            let args = call.args.iter().enumerate();
            let fields = args.filter_map(|(position, arg)| seen(position.to_string(), arg));
            fields.chain(variant_of(&path.path)).collect()
        }
        Expr::Path(path) => variant_of(&path.path).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// The variant that a path of two segments ends in.
fn variant_of(path: &syn::Path) -> Option<(Option<String>, Values)> {
    let mut segments = path.segments.iter().rev();
    let (name, by) = (segments.next()?, segments.next()?);
    let is_type = by.ident.to_string().starts_with(char::is_uppercase);
    is_type.then(|| {
        let values = Values::made(String::new(), name.ident.to_string(), false);
        (None, values)
    })
}

/// Finds the patterns of a type that no insert can meet.
fn check_patterns(
    ruleset: &Ruleset,
    fact_type: FactTypeId,
    inserts: &[&Inserted],
    found: &mut Found<'_>,
) {
    for subject in rules(ruleset) {
        let rule = subject.rule;
        for condition in &rule.conditions {
            let Condition::Fact { element, tests } = condition else {
                continue;
            };
            let element = &rule.elements[element.0];
            let is_of_type = matches!(&element.kind, ElementKind::Fact { fact_type: of, .. } if *of == fact_type);
            if is_of_type && !inserts.iter().any(|insert| may_meet(rule, tests, insert)) {
                let wording = say::unmatchable(subject, &element.text);
                found.push(rule, wording.at(element.span));
            }
        }
    }
}

/// Whether an inserted fact may meet the tests of a pattern.
fn may_meet(rule: &Rule, tests: &[TestId], insert: &Inserted) -> bool {
    let renamed = &Renamed::new();
    let reader = Reader { rule, renamed };
    let mut claims = tests.iter().flat_map(|test| reader.claims(*test));
    claims.all(|claim| {
        let Claim::Among {
            term: Term::Field(_, member),
            values,
        } = claim
        else {
            return true;
        };
        let mut fields = insert.fields.iter();
        fields.all(|(field, value)| *field != member || !value.intersect(&values).is_empty())
    })
}
