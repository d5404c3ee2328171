//! The network as a graph that the command draws: what feeds what, and which rules share it. (A session type makes its
//! graph of the plan that is generated.)

use petgraph::graph::{DiGraph, NodeIndex};

use crate::hir::{Quantifier, RuleId, Ruleset};
use crate::names::plain;

use super::{Input, Network, NodeKind, Side};

/// A vertex: a part of the network.
#[derive(Debug, Clone)]
pub(crate) struct Vertex {
    /// What it is.
    pub role: Role,
    /// What it says, as written.
    pub text: String,
    /// The rules and queries that it serves; more than one where it is shared.
    pub rules: Vec<RuleId>,
}

/// What a vertex is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// A fact type.
    FactType,
    /// An alpha memory.
    Alpha,
    /// A join.
    Join,
    /// `not`, `exists` or their kin over one fact.
    Counted(Quantifier),
    /// A test.
    Filter,
    /// The latest of the members of an accumulate.
    Last,
    /// The elements of a `for`.
    Each,
    /// The tokens over each of which a summary is made, or over all of which one is.
    Owner,
    /// A summary.
    Summary,
    /// A rule.
    Rule,
    /// A query.
    Query,
}

/// What passes along an edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Edge {
    /// Facts, into an alpha memory.
    Facts,
    /// Tokens, or facts as tokens.
    Left,
    /// Facts to be joined.
    Right,
    /// An owner's members are said of it here.
    Owns,
    /// The one fact that lets a rule's matches fire.
    Opens,
}

/// The graph of a network.
#[must_use]
pub(crate) fn graph(ruleset: &Ruleset, network: &Network) -> DiGraph<Vertex, Edge> {
    let mut graph = DiGraph::new();
    let types: Vec<NodeIndex> = ruleset
        .fact_types
        .iter()
        .map(|fact_type| {
            let text = fact_type.label();
            graph.add_node(Vertex {
                role: Role::FactType,
                text,
                rules: Vec::new(),
            })
        })
        .collect();
    let alphas: Vec<NodeIndex> = network
        .alphas
        .iter()
        .enumerate()
        .map(|(number, alpha)| {
            let added = graph.add_node(Vertex {
                role: Role::Alpha,
                text: network.alpha_text(ruleset, number),
                rules: network.alpha_rules(ruleset, number),
            });
            graph.add_edge(types[alpha.fact_type.0], added, Edge::Facts);
            added
        })
        .collect();
    let nodes: Vec<NodeIndex> = network
        .nodes
        .iter()
        .map(|node| {
            let role = role(&node.kind);
            graph.add_node(Vertex {
                role,
                text: node.text.clone(),
                rules: node.rules.clone(),
            })
        })
        .collect();
    add_edges(&mut graph, network, &alphas, &nodes);
    for (number, query) in network.queries.iter().enumerate() {
        if ruleset.queries[number].asks.is_some() {
            continue;
        }
        let id = RuleId(ruleset.rules.len() + number);
        let vertex = Vertex {
            role: Role::Query,
            text: plain(&ruleset.rule(id).name),
            rules: vec![id],
        };
        let added = graph.add_node(vertex);
        for alpha in network.looked_up(query) {
            graph.add_edge(alphas[alpha], added, Edge::Right);
        }
    }
    graph
}

/// Adds what passes from alpha memories to nodes, and from nodes to nodes.
fn add_edges(
    graph: &mut DiGraph<Vertex, Edge>,
    network: &Network,
    alphas: &[NodeIndex],
    nodes: &[NodeIndex],
) {
    for (alpha, &from) in network.alphas.iter().zip(alphas) {
        for feed in &alpha.feeds {
            let edge = match feed.side {
                Side::Right => Edge::Right,
                Side::Token | Side::Left => Edge::Left,
                Side::Gate(_) => Edge::Opens,
            };
            graph.add_edge(from, nodes[feed.node], edge);
        }
    }
    for (node, &from) in network.nodes.iter().zip(nodes) {
        // The owner that tokens have in common begins with none of them.
        let has_outputs = !matches!(node.kind, NodeKind::Sharers { .. });
        for &output in node.outputs.iter().filter(|_| has_outputs) {
            graph.add_edge(from, nodes[output], Edge::Left);
        }
        if let NodeKind::Owner { summary } | NodeKind::Sharers { summary } = node.kind {
            graph.add_edge(from, nodes[summary], Edge::Owns);
        }
        debug_assert!(
            !matches!(node.input, Input::Node(producer) if producer >= network.nodes.len())
        );
    }
}

fn role(kind: &NodeKind) -> Role {
    match kind {
        NodeKind::Join { .. } | NodeKind::JoinFacts { .. } => Role::Join,
        NodeKind::Counted { quantifier, .. } => Role::Counted(*quantifier),
        NodeKind::Filter { .. } => Role::Filter,
        NodeKind::Last { .. } => Role::Last,
        NodeKind::Each { .. } => Role::Each,
        NodeKind::Owner { .. } | NodeKind::Sharers { .. } => Role::Owner,
        NodeKind::Summary { .. } => Role::Summary,
        NodeKind::Match { .. } => Role::Rule,
    }
}
