//! What the rules of a ruleset have to do with one another, and with facts.

use indexmap::IndexSet;

use crate::analysis;
use crate::hir::{self, EffectKind, ElementKind, RuleId};
use crate::names::plain;
use crate::network::Network;

use super::{FactFinding, RuleFinding, Sources};

/// The name by which a rule is spoken of.
fn name_of(ruleset: &hir::Ruleset, id: RuleId) -> String {
    plain(&ruleset.rule(id).name)
}

/// Each rule and query: which begin matches of which, and with which it shares nodes.
pub(super) fn rules(
    ruleset: &hir::Ruleset,
    network: &Network,
    sources: &Sources,
) -> Vec<RuleFinding> {
    let count = ruleset.rules.len() + ruleset.queries.len();
    let mut after: Vec<IndexSet<String>> = vec![IndexSet::new(); count];
    let mut before = after.clone();
    for one in analysis::impact::influences(ruleset) {
        if one.enables && one.from != one.to {
            after[one.to.0].insert(name_of(ruleset, one.from));
            before[one.from.0].insert(name_of(ruleset, one.to));
        }
    }
    let mut rules: Vec<RuleFinding> = Vec::new();
    for id in (0..count).map(RuleId) {
        let rule = ruleset.rule(id);
        let Some(place) = sources.place(rule.name.span().into()) else {
            continue;
        };
        let nodes = network.nodes.iter().filter(|node| node.rules.contains(&id));
        let (mut total, mut shared, mut sharers) = (0, 0, Vec::new());
        for node in nodes {
            total += 1;
            if node.rules.len() > 1 {
                shared += 1;
                for other in node
                    .rules
                    .iter()
                    .filter(|other| **other != id && other.0 < count)
                {
                    let name = name_of(ruleset, *other);
                    if !sharers.contains(&name) {
                        sharers.push(name);
                    }
                }
            }
        }
        rules.push(RuleFinding {
            name: plain(&rule.name),
            place,
            after: std::mem::take(&mut after[id.0]).into_iter().collect(),
            before: std::mem::take(&mut before[id.0]).into_iter().collect(),
            nodes: total,
            shared,
            sharers,
        });
    }
    rules
}

/// Each fact type: who reads and who writes it.
pub(super) fn facts(ruleset: &hir::Ruleset) -> Vec<FactFinding> {
    let count = ruleset.rules.len() + ruleset.queries.len();
    let types = ruleset.fact_types.iter().enumerate();
    let types = types.filter(|(_, fact_type)| !fact_type.is_hidden());
    let mut facts: Vec<FactFinding> = types
        .map(|(_, fact_type)| FactFinding {
            name: plain(&fact_type.name),
            readers: Vec::new(),
            queries: Vec::new(),
            writers: Vec::new(),
        })
        .collect();
    let mut add = |of: hir::FactTypeId, (rule, is_query): (&hir::Rule, bool), writes: bool| {
        let name = plain(&ruleset.fact_types[of.0].name);
        if let Some(fact) = facts.iter_mut().find(|fact| fact.name == name) {
            let list = match (writes, is_query) {
                (true, _) => &mut fact.writers,
                (false, true) => &mut fact.queries,
                (false, false) => &mut fact.readers,
            };
            let name = plain(&rule.name);
            if !list.contains(&name) {
                list.push(name);
            }
        }
    };
    for id in 0..count {
        let rule = ruleset.rule(RuleId(id));
        let own = (rule, id >= ruleset.rules.len());
        for element in &rule.elements {
            if let ElementKind::Fact { fact_type, .. } = element.kind {
                add(fact_type, own, false);
            }
        }
        for action in rule.actions() {
            for effect in &action.effects {
                let types: Vec<hir::FactTypeId> = match &effect.kind {
                    EffectKind::Insert(insert) => insert.fact_type.into_iter().collect(),
                    EffectKind::Modify(modify) => modify.target.types.iter().copied().collect(),
                    EffectKind::Retract(retract) => retract.target.types.iter().copied().collect(),
                    _ => Vec::new(),
                };
                for of in types {
                    add(of, own, true);
                }
            }
        }
    }
    facts
}
