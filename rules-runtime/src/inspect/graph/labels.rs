//! Makes the graph of a ruleset's plan, when the program is compiled.
//!
//! The plan says what feeds what. What it stands for as it was written, which the engine never asks, is in the labels
//! beside it.

use core::slice;

use super::{EdgeRole, GraphEdge, GraphNode, NodeRole};
use crate::plan::{NodeKind, Plan, Quantifier, Side};

/// What the parts of a plan stand for.
#[derive(Debug)]
pub struct Labels {
    /// Of each alpha memory.
    pub alphas: &'static [Label],
    /// Of each node.
    pub nodes: &'static [Label],
    /// The queries, of which the plan has nothing but the indexes that they look facts up in.
    pub queries: &'static [QueryLabel],
}

/// What a part of a plan stands for.
#[derive(Debug)]
pub struct Label {
    /// The tests or the condition, as written.
    text: &'static str,
    /// The names of the rules and queries that it serves.
    rules: &'static [&'static str],
    /// Whether it tries each pair.
    scans: bool,
}

/// A query.
#[derive(Debug)]
pub struct QueryLabel {
    /// Its name.
    pub name: &'static str,
    /// The alpha memories in whose indexes it looks facts up.
    pub alphas: &'static [u32],
}

impl Labels {
    /// How many nodes the graph has.
    #[must_use]
    pub const fn node_count<F>(&self, plan: &Plan<F>) -> usize {
        plan.kinds.len() + self.alphas.len() + self.nodes.len() + self.queries.len()
    }

    /// The nodes: fact types, alpha memories, the nodes of the plan, queries.
    #[must_use]
    pub const fn nodes<F, const N: usize>(&self, plan: &Plan<F>) -> [GraphNode; N] {
        let mut nodes = [GraphNode::new(NodeRole::FactType, "", &[]); N];
        let (mut next, mut of) = (0, 0);
        while of < plan.kinds.len() {
            nodes[next] = GraphNode::new(NodeRole::FactType, plan.kinds[of].name, &[]);
            (next, of) = (next + 1, of + 1);
        }
        of = 0;
        while of < self.alphas.len() {
            nodes[next] = self.alphas[of].node(NodeRole::Alpha);
            (next, of) = (next + 1, of + 1);
        }
        of = 0;
        while of < self.nodes.len() {
            nodes[next] = self.nodes[of].node(role(&plan.nodes[of].kind));
            (next, of) = (next + 1, of + 1);
        }
        of = 0;
        while of < self.queries.len() {
            let name = &self.queries[of].name;
            nodes[next] = GraphNode::new(NodeRole::Query, name, slice::from_ref(name));
            (next, of) = (next + 1, of + 1);
        }
        nodes
    }

    /// How many edges the graph has.
    #[must_use]
    pub const fn edge_count<F>(&self, plan: &Plan<F>) -> usize {
        self.connect(plan, Edges::<0>::new()).count
    }

    /// The edges: into alpha memories, out of them, out of nodes, into queries.
    #[must_use]
    pub const fn edges<F, const N: usize>(&self, plan: &Plan<F>) -> [GraphEdge; N] {
        self.connect(plan, Edges::new()).edges
    }

    const fn connect<F, const N: usize>(&self, plan: &Plan<F>, mut edges: Edges<N>) -> Edges<N> {
        let alphas = plan.kinds.len();
        let nodes = alphas + plan.alphas.len();
        let queries = nodes + plan.nodes.len();
        let mut of = 0;
        while of < plan.alphas.len() {
            edges.push(plan.alphas[of].kind.index(), alphas + of, EdgeRole::Facts);
            of += 1;
        }
        of = 0;
        while of < plan.alphas.len() {
            let (feeds, mut place) = (plan.alphas[of].drawn_feeds(), 0);
            while place < feeds.len() {
                let role = match feeds[place].side {
                    Side::Right => EdgeRole::Right,
                    Side::Token | Side::Left => EdgeRole::Left,
                    Side::Gate(_) => EdgeRole::Opens,
                    Side::Counted(_) => {
                        panic!("searches are drawn as the joins that they make")
                    }
                };
                edges.push(alphas + of, nodes + feeds[place].node as usize, role);
                place += 1;
            }
            of += 1;
        }
        of = 0;
        while of < plan.nodes.len() {
            let (mut outputs, mut place) = (plan.nodes[of].drawn_outputs(), 0);
            if let NodeKind::Sharers { .. } = plan.nodes[of].kind {
                // The owner that they have in common begins with none of them.
                outputs = &[];
            }
            while place < outputs.len() {
                edges.push(nodes + of, nodes + outputs[place] as usize, EdgeRole::Left);
                place += 1;
            }
            if let NodeKind::Owner { summary } | NodeKind::Sharers { summary } = plan.nodes[of].kind
            {
                edges.push(nodes + of, nodes + summary as usize, EdgeRole::Owns);
            }
            of += 1;
        }
        of = 0;
        while of < self.queries.len() {
            let (looked_up, mut place) = (self.queries[of].alphas, 0);
            while place < looked_up.len() {
                let alpha = looked_up[place] as usize;
                edges.push(alphas + alpha, queries + of, EdgeRole::Right);
                place += 1;
            }
            of += 1;
        }
        edges
    }
}

impl Label {
    /// A label of what looks up by an equality, or joins nothing.
    #[must_use]
    pub const fn new(text: &'static str, rules: &'static [&'static str]) -> Self {
        Label {
            text,
            rules,
            scans: false,
        }
    }

    /// The same, of a node that tries each pair.
    #[must_use]
    pub const fn scanning(text: &'static str, rules: &'static [&'static str]) -> Self {
        Label {
            scans: true,
            ..Label::new(text, rules)
        }
    }

    const fn node(&self, role: NodeRole) -> GraphNode {
        GraphNode {
            scans: self.scans,
            ..GraphNode::new(role, self.text, self.rules)
        }
    }
}

/// Edges; those for which there is no room are counted alone.
struct Edges<const N: usize> {
    edges: [GraphEdge; N],
    count: usize,
}

impl<const N: usize> Edges<N> {
    const fn new() -> Self {
        let none = GraphEdge {
            from: 0,
            to: 0,
            role: EdgeRole::Facts,
        };
        Edges {
            edges: [none; N],
            count: 0,
        }
    }

    const fn push(&mut self, from: usize, to: usize, role: EdgeRole) {
        if self.count < N {
            self.edges[self.count] = GraphEdge { from, to, role };
        }
        self.count += 1;
    }
}

const fn role<F>(kind: &NodeKind<F>) -> NodeRole {
    match kind {
        NodeKind::Join { .. } | NodeKind::JoinFacts { .. } | NodeKind::Drawn { counts: None } => {
            NodeRole::Join
        }
        NodeKind::Counted { quantifier, .. }
        | NodeKind::Drawn {
            counts: Some(quantifier),
        } => match quantifier {
            Quantifier::None => NodeRole::Not,
            Quantifier::Some => NodeRole::Exists,
            Quantifier::One => NodeRole::Unique,
        },
        NodeKind::Filter { .. } => NodeRole::Filter,
        NodeKind::Last { .. } => NodeRole::Last,
        NodeKind::Each { .. } => NodeRole::Each,
        NodeKind::Owner { .. } | NodeKind::Sharers { .. } => NodeRole::Owner,
        NodeKind::Summary { .. } => NodeRole::Summary,
        NodeKind::Match { .. } => NodeRole::Rule,
    }
}
