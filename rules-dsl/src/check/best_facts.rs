//! Effects on `#[best(…)]` facts: rules derive them by `insert logical`, and nothing else is done to them.

use crate::hir::{Action, EffectKind, FactTypeId, Rule, Ruleset, Target};
use crate::vocabulary as say;

use super::{Found, rules};

/// Finds plain inserts of such facts, and what modifies or retracts one.
pub(super) fn check_best_facts(ruleset: &Ruleset, found: &mut Found<'_>) {
    for subject in rules(ruleset) {
        let rule = subject.rule;
        for action in rule.actions() {
            check_action(ruleset, rule, action, found);
        }
    }
}

fn check_action(ruleset: &Ruleset, rule: &Rule, action: &Action, found: &mut Found<'_>) {
    let best = |id: FactTypeId| Some(&ruleset.fact_types[id.0]).filter(|of| of.is_best());
    let written = |effect: &str, target: &Target| {
        let fact_type = target.element.and_then(|element| rule.fact_type(element));
        let fact_type = fact_type.and_then(best);
        fact_type.map(|fact_type| say::written_best(effect, &fact_type.name))
    };
    for effect in &action.effects {
        let wording = match &effect.kind {
            EffectKind::Insert(insert) if !insert.logical => insert
                .fact_type
                .and_then(best)
                .map(|fact_type| say::plain_best(&fact_type.name)),
            EffectKind::Modify(modify) => written("modify", &modify.target),
            EffectKind::Retract(retract) => written("retract", &retract.target),
            _ => None,
        };
        if let Some(wording) = wording {
            found.push(rule, wording.at(effect.keyword));
        }
    }
}
