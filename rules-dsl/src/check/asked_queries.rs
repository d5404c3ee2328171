//! Recursive queries that rules ask, and instants for which they wait: they must not lead to facts on which they rest, and
//! a match has its history by facts.

use crate::analysis::effects_graph::EffectsGraph;
use crate::hir::{ElementId, Rule, RuleId, Ruleset};
use crate::vocabulary as say;

use super::stratification::cycle;
use super::{Found, rules};

/// Finds calls whose answers come from themselves, and attributes that cannot tell matches by their answers.
pub(super) fn check_asked_queries(ruleset: &Ruleset, found: &mut Found<'_>) {
    if ruleset.fact_types.iter().all(|of| of.site.is_none()) {
        return;
    }
    let graph = EffectsGraph::of(ruleset);
    for (number, subject) in rules(ruleset).enumerate() {
        let rule = subject.rule;
        for (place, element) in rule.elements.iter().enumerate() {
            let Some(of) = rule.pattern_type(ElementId(place)) else {
                continue;
            };
            let Some(site) = &ruleset.fact_types[of.0].site else {
                continue;
            };
            if let Some(way) = graph.way(RuleId(number), of) {
                let wording = if site.waits.is_some() {
                    say::waits_by_itself(&site.query, cycle(ruleset, &way, &site.query))
                } else {
                    let call = format!("{}(…)", site.query);
                    say::asked_by_answers(&site.query, cycle(ruleset, &way, &call))
                };
                found.push(rule, wording.at(element.span));
            }
            if let Some(word) = history(rule)
                && !element.inner
            {
                let error = say::answers_with_history(&site.query, word);
                found.push(rule, error.at(element.span));
            }
        }
    }
}

/// What of a rule asks what has fired.
fn history(rule: &Rule) -> Option<&'static str> {
    let words = [
        (rule.undo.is_some(), "undo"),
        (rule.once, "#[once]"),
        (rule.no_loop, "#[no_loop]"),
        (!rule.on_change.is_empty(), "#[on_change]"),
    ];
    words.iter().find_map(|&(is, word)| is.then_some(word))
}
