//! Orders the nodes so that what takes a fact away works before what speaks of its absence.
//!
//! When a match ends, the facts that only it supports fall in the same change. A `not` or an accumulate
//! over such facts must look once, after they have fallen: its node comes after the match nodes that
//! support them. Nodes that support one another in a circle, as through `exists`, stay as they were built.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};

use crate::hir::Ruleset;

use super::settled::Settled;
use super::topology::{inner_nodes, right_type};
use super::{Input, Network, NodeKind};

/// Renumbers the nodes.
pub(super) fn stratify(ruleset: &Ruleset, network: &mut Network) {
    let settled = Settled::of(ruleset);
    let mut order = order(ruleset, network, &settled);
    network.settlements = settled.take_out_of(ruleset, &mut order, network.nodes.len());
    let mut place = vec![0; order.len()];
    for (new, &old) in order.iter().enumerate() {
        place[old] = new;
    }
    for node in &mut network.nodes {
        node.outputs
            .iter_mut()
            .for_each(|output| *output = place[*output]);
        if let Input::Node(input) = &mut node.input {
            *input = place[*input];
        }
        if let NodeKind::Owner { summary } | NodeKind::Sharers { summary } = &mut node.kind {
            *summary = place[*summary];
        }
    }
    for feed in network.alphas.iter_mut().flat_map(|alpha| &mut alpha.feeds) {
        feed.node = place[feed.node];
    }
    network
        .roots
        .iter_mut()
        .for_each(|root| *root = place[*root]);
    for entry in &mut network.matches {
        entry.node = place[entry.node];
    }
    let mut nodes: Vec<_> = std::mem::take(&mut network.nodes)
        .into_iter()
        .map(Some)
        .collect();
    network.nodes = order.iter().filter_map(|&old| nodes[old].take()).collect();
}

/// The nodes in their new order, the first built first among those that may come next; among them settlements, which are
/// numbered on from the last node.
fn order(ruleset: &Ruleset, network: &Network, settled: &Settled) -> Vec<usize> {
    let mut edges: Vec<BTreeSet<usize>> = network
        .nodes
        .iter()
        .map(|node| {
            let mut outputs: BTreeSet<usize> = node.outputs.iter().copied().collect();
            if let NodeKind::Owner { summary } = node.kind {
                outputs.insert(summary);
            }
            outputs
        })
        .collect();
    edges.resize(edges.len() + settled.groups.len(), BTreeSet::new());
    for (from, to) in settled.edges(ruleset, network) {
        edges[from].insert(to);
    }
    let supports = support_edges(ruleset, network);
    let circles = circles(&edges, &supports);
    for (supporter, dependent) in supports {
        if circles[supporter] != circles[dependent] {
            edges[supporter].insert(dependent);
        }
    }
    let mut inputs = vec![0_usize; edges.len()];
    edges.iter().flatten().for_each(|&to| inputs[to] += 1);
    let mut ready: BinaryHeap<Reverse<usize>> = (0..edges.len())
        .filter(|&node| inputs[node] == 0)
        .map(Reverse)
        .collect();
    let mut order = Vec::with_capacity(edges.len());
    while let Some(Reverse(node)) = ready.pop() {
        order.push(node);
        for &to in &edges[node] {
            inputs[to] -= 1;
            if inputs[to] == 0 {
                ready.push(Reverse(to));
            }
        }
    }
    order
}

/// For each node the number of its circle: of the nodes that lead to one another.
fn circles(edges: &[BTreeSet<usize>], supports: &[(usize, usize)]) -> Vec<usize> {
    let outputs = edges.iter().enumerate();
    let outputs = outputs.flat_map(|(from, to)| to.iter().map(move |&to| (from, to)));
    let mut graph = DiGraph::<(), ()>::new();
    for _ in edges {
        graph.add_node(());
    }
    for (from, to) in outputs.chain(supports.iter().copied()) {
        graph.add_edge(NodeIndex::new(from), NodeIndex::new(to), ());
    }
    let mut circles = vec![0; edges.len()];
    for (number, circle) in tarjan_scc(&graph).into_iter().enumerate() {
        for node in circle {
            circles[node.index()] = number;
        }
    }
    circles
}

/// From each match node that supports facts of a type to each node that speaks of their absence or sums
/// them up.
fn support_edges(ruleset: &Ruleset, network: &Network) -> Vec<(usize, usize)> {
    let inner = inner_nodes(network);
    let mut edges = Vec::new();
    for (supporter, node) in network.nodes.iter().enumerate() {
        let NodeKind::Match { index } = node.kind else {
            continue;
        };
        let rule = &ruleset.rules[network.matches[index].context.rule.0];
        let inserts = rule.then.inserts().filter(|insert| insert.logical);
        for supported in inserts.map(|insert| insert.fact_type) {
            let concerns = |fact_type| supported.is_none_or(|supported| supported == fact_type);
            for (number, node) in network.nodes.iter().enumerate() {
                let Some(fact_type) = right_type(network, &node.kind) else {
                    continue;
                };
                if !concerns(fact_type) {
                    continue;
                }
                if let NodeKind::Counted { .. } = node.kind {
                    edges.push((supporter, number));
                }
                edges.extend(inner[number].iter().map(|&summary| (supporter, summary)));
            }
        }
    }
    edges
}
