//! When it is settled which facts of `#[best(…)]` types stand, and which answers of recursive queries that rules ask.
//!
//! A candidate steps in when all has fallen that can be the reason for it, and before what speaks of the absence of facts
//! that it leads to, or sums them up: these look once, when it is there.

use std::collections::BTreeSet;

use crate::analysis::asked::reads;
use crate::analysis::effects_graph::EffectsGraph;
use crate::hir::{FactTypeId, Ruleset};

use super::topology::{inner_nodes, right_type};
use super::{Network, NodeKind, Settlement};

/// The `#[best(…)]` types of a ruleset, and those of answers.
pub(super) struct Settled {
    /// Those that can lead to one another are settled together.
    pub(super) groups: Vec<Vec<FactTypeId>>,
    graph: Option<EffectsGraph>,
}

impl Settled {
    /// The types of a ruleset.
    pub(super) fn of(ruleset: &Ruleset) -> Self {
        let types = ruleset.fact_types.iter().enumerate();
        let types = types.filter(|(_, fact_type)| fact_type.is_best() || fact_type.site.is_some());
        let types: Vec<FactTypeId> = types.map(|(number, _)| FactTypeId(number)).collect();
        if types.is_empty() {
            return Self {
                groups: Vec::new(),
                graph: None,
            };
        }
        let graph = EffectsGraph::of(ruleset);
        let mut groups: Vec<Vec<FactTypeId>> = Vec::new();
        for of in types {
            let is_mutual = |group: &&mut Vec<FactTypeId>| {
                graph.leads_to(group[0], of) && graph.leads_to(of, group[0])
            };
            match groups.iter_mut().find(is_mutual) {
                Some(group) => group.push(of),
                None => groups.push(vec![of]),
            }
        }
        Self {
            groups,
            graph: Some(graph),
        }
    }

    /// From each match node that can be the reason for facts of a group to its settlement, and from there to the nodes
    /// that speak of the absence of what those facts lead to or sum it up; not to those that are reasons themselves.
    pub(super) fn edges(&self, ruleset: &Ruleset, network: &Network) -> Vec<(usize, usize)> {
        let mut edges = Vec::new();
        let Some(graph) = &self.graph else {
            return edges;
        };
        let inner = inner_nodes(network);
        for (number, group) in self.groups.iter().enumerate() {
            let settlement = network.nodes.len() + number;
            let leads = |one: &[FactTypeId], other: &[FactTypeId]| graph.leads_to(one[0], other[0]);
            let later = self.groups.iter().enumerate();
            let later = later.filter(|(_, other)| leads(group, other) && !leads(other, group));
            edges.extend(later.map(|(other, _)| (settlement, network.nodes.len() + other)));
            let reasons = reasons(ruleset, network, graph, group);
            let matches = network.matches.iter().map(|entry| entry.node);
            let matches = matches.filter(|node| reasons.contains(node));
            edges.extend(matches.map(|node| (node, settlement)));
            for (number, node) in network.nodes.iter().enumerate() {
                let follows = |fact_type| group.iter().any(|&best| graph.leads_to(best, fact_type));
                if !right_type(network, &node.kind).is_some_and(follows) {
                    continue;
                }
                let counts = matches!(node.kind, NodeKind::Counted { .. }).then_some(number);
                let late = counts.into_iter().chain(inner[number].iter().copied());
                let late = late.filter(|node| !reasons.contains(node));
                edges.extend(late.map(|node| (settlement, node)));
            }
        }
        edges
    }

    /// Takes the settlements out of an order in which they stand among so many nodes.
    pub(super) fn take_out_of(
        self,
        ruleset: &Ruleset,
        order: &mut Vec<usize>,
        nodes: usize,
    ) -> Vec<Settlement> {
        let mut settlements = Vec::new();
        let mut before = 0;
        for &number in &*order {
            if let Some(group) = number.checked_sub(nodes) {
                let fact_types = self.groups[group].clone();
                let reads = fact_types.iter().flat_map(|&of| reads(ruleset, of));
                settlements.push(Settlement {
                    asks: ruleset.fact_types[fact_types[0].0].site.is_some(),
                    reads: reads.collect(),
                    fact_types,
                    before,
                });
            } else {
                before += 1;
            }
        }
        order.retain(|&number| number < nodes);
        settlements
    }
}

/// The nodes that lead to a match of a rule of which facts of a group can come.
fn reasons(
    ruleset: &Ruleset,
    network: &Network,
    graph: &EffectsGraph,
    group: &[FactTypeId],
) -> BTreeSet<usize> {
    let inserts = |rule: usize| {
        let rule = &ruleset.rules[rule];
        let logical = rule.then.inserts().filter(|insert| insert.logical);
        let mut types = logical.map(|insert| insert.fact_type);
        types.any(|fact_type| {
            let Some(fact_type) = fact_type else {
                return true;
            };
            group.iter().any(|&best| graph.leads_to(fact_type, best))
        })
    };
    let matches = network.matches.iter();
    let matches = matches.filter(|entry| inserts(entry.context.rule.0));
    let mut reasons: BTreeSet<usize> = matches.map(|entry| entry.node).collect();
    loop {
        let before = reasons.len();
        for (number, node) in network.nodes.iter().enumerate() {
            let mut outputs = node.outputs.iter();
            let summary = match node.kind {
                NodeKind::Owner { summary } => Some(summary),
                _ => None,
            };
            if outputs.any(|output| reasons.contains(output))
                || summary.is_some_and(|summary| reasons.contains(&summary))
            {
                reasons.insert(number);
            }
        }
        if reasons.len() == before {
            return reasons;
        }
    }
}
