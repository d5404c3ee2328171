//! Negation, `forall` and accumulates through a cycle of logical inserts: such facts have no settled
//! meaning, for each would stand because it does not.
//!
//! Stratified negation: Apt, Blair, Walker 1988, *Towards a Theory of Declarative Knowledge*.

use crate::diagnostic::Code;
use crate::hir::{RuleId, Ruleset};
use crate::vocabulary as say;

use super::{Found, rules};
use crate::analysis::effects_graph::{EffectsGraph, Node, readings};

/// Finds the conditions that depend, through negation, on what their own rule inserts.
pub(super) fn check_stratification(ruleset: &Ruleset, found: &mut Found<'_>) {
    let graph = EffectsGraph::of(ruleset);
    if !graph.is_cyclic() {
        return;
    }
    let mut reported: Vec<RuleId> = Vec::new();
    for (number, subject) in rules(ruleset).enumerate() {
        for reading in readings(subject.rule) {
            let Some(text) = reading.all else { continue };
            let Some(way) = graph.way(RuleId(number), reading.fact_type) else {
                continue;
            };
            // A cycle through answers is another mistake.
            if way.iter().any(|node| is_of_answers(ruleset, node)) {
                continue;
            }
            let on_way: Vec<RuleId> = way.iter().filter_map(rule_of).collect();
            let is_allowed = |rule: &RuleId| {
                ruleset.rules[rule.0]
                    .allows
                    .contains(Code::Unstratified.name())
            };
            // A cycle is one mistake, however many negations are in it.
            let is_known = |rule: &RuleId| reported.contains(rule);
            if on_way.iter().any(|rule| is_allowed(rule) || is_known(rule)) {
                continue;
            }
            let span = subject.rule.elements[reading.element.0].span;
            let cycle = cycle(ruleset, &way, text);
            let error = say::unstratified(subject, text, cycle).at(span);
            found.push(subject.rule, error);
            reported.extend(on_way);
        }
    }
}

fn is_of_answers(ruleset: &Ruleset, node: &Node) -> bool {
    matches!(node, Node::Type(id) if ruleset.fact_types[id.0].site.is_some())
}

fn rule_of(node: &Node) -> Option<RuleId> {
    match node {
        Node::Rule(rule) => Some(*rule),
        Node::Type(_) | Node::AnyType => None,
    }
}

/// The cycle in words: "`a` inserts `B` -> `c` inserts `D` -> `not D` in `a`".
pub(super) fn cycle(ruleset: &Ruleset, way: &[Node], condition: &str) -> String {
    let mut steps = Vec::new();
    let mut rule = None;
    let mut unseen = false;
    for node in way {
        match node {
            Node::Rule(id) => rule = Some(&ruleset.rules[id.0].name),
            Node::AnyType => unseen = true,
            Node::Type(_) if is_of_answers(ruleset, node) => {}
            Node::Type(id) => {
                let inserts = if unseen {
                    "inserts what may be"
                } else {
                    "inserts"
                };
                unseen = false;
                if let Some(rule) = rule {
                    let name = &ruleset.fact_types[id.0].name;
                    steps.push(format!("`{rule}` {inserts} `{name}`"));
                }
            }
        }
    }
    if let Some(Node::Rule(first)) = way.first() {
        let name = &ruleset.rules[first.0].name;
        steps.push(format!("`{condition}` in `{name}`"));
    }
    steps.join(" -> ")
}
