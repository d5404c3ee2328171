//! Logical inserts in a block that ends its own match: what the match supports falls in the same change,
//! and nobody sees it.

use crate::hir::{Effect, EffectKind, ElementId, ElementKind, Insert, Rule, Ruleset};
use crate::vocabulary as say;

use super::{Found, rules};

/// Finds the logical inserts whose match the block ends.
pub(super) fn check_unseen_logical(ruleset: &Ruleset, found: &mut Found<'_>) {
    for subject in rules(ruleset) {
        let rule = subject.rule;
        let effects = &rule.then.effects;
        let is_logical = |effect: &&Effect| {
            matches!(
                effect.kind,
                EffectKind::Insert(Insert { logical: true, .. })
            )
        };
        for insert in effects.iter().filter(is_logical) {
            let ends = |effect: &&Effect| {
                effect.is_reached_with(insert) && ends_match(ruleset, rule, effect)
            };
            let Some(ending) = effects.iter().find(ends) else {
                continue;
            };
            let (verb, target) = match &ending.kind {
                EffectKind::Modify(modify) => ("modifies", &modify.target.name),
                EffectKind::Retract(retract) => ("retracts", &retract.target.name),
                _ => continue,
            };
            let wording = say::unseen_logical(subject, verb, target);
            let (here, there) = (insert.keyword, ending.keyword);
            found.push(rule, wording.at_second(here, there));
        }
    }
}

/// Whether an effect ends the match that fires.
fn ends_match(ruleset: &Ruleset, rule: &Rule, effect: &Effect) -> bool {
    match &effect.kind {
        EffectKind::Retract(retract) => {
            let mut element = retract.target.element.iter();
            element.any(|element| !rule.elements[element.0].inner)
        }
        EffectKind::Modify(modify) => {
            let element = modify
                .target
                .element
                .filter(|element| !rule.elements[element.0].inner);
            element.is_some_and(|element| {
                let ElementKind::Fact {
                    fact_type,
                    reads,
                    whole,
                    ..
                } = &rule.elements[read_element(rule, element).0].kind
                else {
                    return false;
                };
                let fields = &ruleset.fact_types[fact_type.0].fields;
                let is_read = |member: &Option<String>| {
                    *whole
                        || reads.iter().any(|number| {
                            let read = fields.get_index(*number);
                            read.is_some_and(|(field, _)| field.member == *member)
                        })
                };
                match &modify.writes {
                    Some(written) => written.iter().any(|field| is_read(&field.member)),
                    None => *whole || !reads.is_empty(),
                }
            })
        }
        _ => false,
    }
}

/// The element whose reads are an element's: of the best of some facts they are each of theirs.
fn read_element(rule: &Rule, element: ElementId) -> ElementId {
    match rule.elements[element.0].kind {
        ElementKind::Best { member, .. } => read_element(rule, member),
        _ => element,
    }
}
