//! Derived facts that no rule inserts, and patterns of derived facts that no insert can meet.

use crate::diagnostic::Code;
use crate::hir::{Condition, FactTypeId, Rule, Ruleset};
use crate::vocabulary as say;

use super::Found;
use super::rules;
use crate::analysis::effects_graph::readings;
use crate::analysis::known::{Asked, Known};

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
        let is_allowed = |rule: &&Rule| rule.allows.contains(Code::Underivable.name());
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
    known: Known,
}

/// The inserts of all blocks; `None` where the type of one is not seen.
fn inserts_of(ruleset: &Ruleset) -> Option<Vec<Inserted>> {
    let mut inserts = Vec::new();
    for rule in &ruleset.rules {
        for action in rule.actions() {
            for insert in action.inserts() {
                let fact_type = insert.fact_type?;
                let fact = syn::parse2(action.tokens(&insert.fact)).ok();
                let known = fact.as_ref().map(Known::of_made).unwrap_or_default();
                inserts.push(Inserted { fact_type, known });
            }
        }
    }
    Some(inserts)
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
            if rule.pattern_type(*element) != Some(fact_type) {
                continue;
            }
            let asked = Asked::of(ruleset, rule, *element, tests);
            if !inserts.iter().any(|insert| insert.known.may_meet(&asked)) {
                let element = &rule.elements[element.0];
                let wording = if ruleset.fact_types[fact_type.0].is_best() {
                    say::unmatchable(subject, &element.text)
                } else {
                    say::matchable_by_updates(subject, &element.text)
                };
                found.push(rule, wording.at(element.span));
            }
        }
    }
}
