//! What numbers in a snapshot stand for: those of fact types, of rules' matches, and of the nodes on which more than
//! pending matches depends. A later version of a ruleset numbers them otherwise.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::Persist;
use crate::ids::KindId;
use crate::plan::{Element, Match, Node, NodeKind, Plan};

/// What numbers stand for.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Layout {
    /// For each fact type the place of its part.
    pub(super) kinds: Vec<u32>,
    /// The entries of [`Plan::matches`].
    pub(super) entries: Vec<Entry>,
    /// The nodes that lead to the matches of which groups or firings' records are kept.
    pub(super) chains: Vec<Chain>,
}

/// An entry of [`Plan::matches`].
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct Entry {
    /// Its rule.
    pub(super) rule: u32,
    /// The types of its facts, from left to right: by them those of a rule are told apart where a `kind` has other types.
    pub(super) kinds: Vec<KindId>,
}

impl Entry {
    fn of<F>(entry: &Match<F>) -> Self {
        let elements = entry.elements.iter();
        let kinds = elements.filter_map(|&element| match element {
            Element::Fact { kind, .. }
            | Element::LeftFact { kind, .. }
            | Element::Whole { kind, .. }
            | Element::Gate { kind, .. } => Some(kind),
            Element::Group { .. } | Element::Branch(_) | Element::Each { .. } => None,
        });
        Entry {
            rule: entry.rule,
            kinds: kinds.collect(),
        }
    }
}

/// The nodes that lead to a rule's matches.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Chain {
    /// The entry of [`Plan::matches`].
    pub(super) entry: u32,
    /// A digest of what they do. Two chains of one shape work alike.
    pub(super) shape: u32,
    /// The match node first.
    pub(super) nodes: Vec<u32>,
    /// Those among them that only test: what rules do not share another rule may let them share, and these stand apart.
    pub(super) filters: Vec<u32>,
}

impl Layout {
    /// The layout of what a ruleset saves.
    pub(super) fn of<P: Persist<L>, L>() -> Self {
        let plan = P::PLAN;
        let groups = plan.nodes.iter().any(|node| is_grouped(&node.kind));
        let kept = |entry: &Match<_>| entry.undo || entry.once || entry.on_change;
        let entries = (0..).zip(plan.matches);
        let chains = entries.filter_map(|(number, entry)| {
            if !groups && !kept(entry) {
                return None;
            }
            let nodes = chain(plan, number);
            let mut grouped = nodes.iter().map(|&node| &plan.nodes[node as usize].kind);
            (kept(entry) || grouped.any(is_grouped)).then(|| {
                let is_filter = |&node: &u32| {
                    let kind = &plan.nodes[node as usize].kind;
                    matches!(kind, NodeKind::Filter { .. })
                };
                let (filters, nodes): (Vec<u32>, Vec<u32>) = nodes.into_iter().partition(is_filter);
                Chain {
                    entry: number,
                    shape: shape(plan, &nodes),
                    nodes,
                    filters,
                }
            })
        });
        Layout {
            kinds: P::KINDS.to_vec(),
            entries: plan.matches.iter().map(Entry::of).collect(),
            chains: chains.collect(),
        }
    }

    /// The nodes that lead to the matches of an entry.
    pub(super) fn chain(&self, entry: u32) -> Option<&Chain> {
        self.chains.iter().find(|chain| chain.entry == entry)
    }
}

fn is_grouped<F>(kind: &NodeKind<F>) -> bool {
    matches!(kind, NodeKind::Summary { by: true, .. })
}

/// The match node of an entry, and all that leads to it: each node before those that feed it.
fn chain<F>(plan: &Plan<F>, entry: u32) -> Vec<u32> {
    let is_it = |node: &Node<F>| matches!(node.kind, NodeKind::Match { index } if index == entry);
    let first = plan.nodes.iter().position(is_it);
    let mut waiting: Vec<u32> = first.map(|node| node as u32).into_iter().collect();
    let mut nodes = Vec::new();
    while let Some(node) = waiting.pop() {
        if nodes.contains(&node) {
            continue;
        }
        nodes.push(node);
        let feeders = (0..).zip(plan.nodes);
        let feeders = feeders.filter(|(_, feeder)| feeder.outputs.contains(&node));
        waiting.extend(feeders.map(|(number, _)| number));
        waiting.push(plan.nodes[node as usize].producer);
    }
    nodes
}

/// A digest of what nodes do: 32-bit FNV-1a over a few numbers of each.
fn shape<F>(plan: &Plan<F>, nodes: &[u32]) -> u32 {
    let mut hash = 0x811c_9dc5_u32;
    let mut word = |number: u32| hash = (hash ^ number).wrapping_mul(0x0100_0193);
    for &node in nodes {
        let node = &plan.nodes[node as usize];
        let (kind, steps) = match node.kind {
            NodeKind::Join { .. } => (1, 0),
            NodeKind::JoinFacts { .. } => (2, 0),
            NodeKind::Counted { .. } => (3, 0),
            NodeKind::Filter { tag } => (4, tag),
            NodeKind::Owner { .. } => (5, 0),
            NodeKind::Each { kept } => (6, kept.into()),
            NodeKind::Summary { steps, by, .. } => (if by { 7 } else { 8 }, steps),
            NodeKind::Last { steps, .. } => (9, steps),
            NodeKind::Drawn { .. } => (10, 0),
            NodeKind::Match { .. } => (11, 0),
            NodeKind::Sharers { .. } => (12, 0),
        };
        word(kind);
        word(steps);
        word(node.fact.is_some().into());
        word(node.left_fact.is_some().into());
    }
    hash
}
