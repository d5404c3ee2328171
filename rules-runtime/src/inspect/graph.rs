//! The Rete network of a ruleset as a graph, to be looked at.

mod labels;

use alloc::string::String;
use core::fmt::Write as _;

pub use labels::{Label, Labels, QueryLabel};

/// The Rete network of a ruleset.
#[derive(Debug)]
pub struct NetworkGraph {
    nodes: &'static [GraphNode],
    edges: &'static [GraphEdge],
}

/// A node of a [`NetworkGraph`].
#[derive(Debug, Clone, Copy)]
pub struct GraphNode {
    role: NodeRole,
    text: &'static str,
    rules: &'static [&'static str],
    scans: bool,
}

/// What a node is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum NodeRole {
    /// A fact type.
    FactType,
    /// An alpha memory: facts that pass tests on themselves alone.
    Alpha,
    /// A join of what came so far with facts.
    Join,
    /// `not` over one fact.
    Not,
    /// `exists` over one fact.
    Exists,
    /// `unique` over one fact.
    Unique,
    /// A test of what came so far.
    Filter,
    /// `last` in an accumulate: the latest of what came so far.
    Last,
    /// The elements of a `for`.
    Each,
    /// The partial matches over each of which a summary is made, or over all of which one is.
    Owner,
    /// A summary: an accumulate, or a `not`, `exists` or `unique` over several conditions.
    Summary,
    /// A rule.
    Rule,
    /// A query, which looks facts up when it is called.
    Query,
}

/// An edge of a [`NetworkGraph`].
#[derive(Debug, Clone, Copy)]
pub struct GraphEdge {
    from: usize,
    to: usize,
    role: EdgeRole,
}

/// What passes along an edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum EdgeRole {
    /// Facts of a type.
    Facts,
    /// Partial matches.
    Left,
    /// Facts to be joined to them, or looked up by a query.
    Right,
    /// Owners, of whose members a summary is made.
    Owns,
    /// The one fact of a gate: it lets the matches of a rule fire, and is no part of partial matches.
    Opens,
}

impl GraphNode {
    const fn new(role: NodeRole, text: &'static str, rules: &'static [&'static str]) -> Self {
        GraphNode {
            role,
            text,
            rules,
            scans: false,
        }
    }

    /// What it is.
    #[must_use]
    pub fn role(&self) -> NodeRole {
        self.role
    }

    /// The type, tests or condition that it stands for, as written.
    #[must_use]
    pub fn text(&self) -> &'static str {
        self.text
    }

    /// Whether it joins by no equality that facts could be looked up by, nor within bounds, so that it tries each pair.
    #[must_use]
    pub fn scans(&self) -> bool {
        self.scans
    }

    /// The names of the rules and queries that it serves: several where it is shared.
    #[must_use]
    pub fn rules(&self) -> &'static [&'static str] {
        self.rules
    }
}

impl GraphEdge {
    /// The place in [`NetworkGraph::nodes`] of the node that gives.
    #[must_use]
    pub fn from(&self) -> usize {
        self.from
    }

    /// The place of the node that takes.
    #[must_use]
    pub fn to(&self) -> usize {
        self.to
    }

    /// What passes along it.
    #[must_use]
    pub fn role(&self) -> EdgeRole {
        self.role
    }
}

impl NetworkGraph {
    #[doc(hidden)]
    #[must_use]
    pub const fn __new(nodes: &'static [GraphNode], edges: &'static [GraphEdge]) -> Self {
        NetworkGraph { nodes, edges }
    }

    /// The nodes: fact types, alpha memories, then the others in the order in which they work.
    #[must_use]
    pub fn nodes(&self) -> &'static [GraphNode] {
        self.nodes
    }

    /// The edges.
    #[must_use]
    pub fn edges(&self) -> &'static [GraphEdge] {
        self.edges
    }

    /// The graph in the language of Graphviz. Nodes that several rules share have a double border.
    #[must_use]
    pub fn to_dot(&self) -> String {
        let mut dot = String::from("digraph network {\n    node [shape=box];\n");
        for (number, node) in self.nodes.iter().enumerate() {
            let label = escape(&node.label("\n"), "\\n");
            let shape = match node.role {
                NodeRole::FactType => ", shape=ellipse",
                NodeRole::Rule | NodeRole::Query => ", style=bold",
                _ if node.rules.len() > 1 => ", peripheries=2",
                _ => "",
            };
            _ = writeln!(dot, "    n{number} [label=\"{label}\"{shape}];");
        }
        for edge in self.edges {
            let style = match edge.role {
                EdgeRole::Right => " [style=dashed]",
                EdgeRole::Owns => " [style=dotted]",
                EdgeRole::Opens => " [style=bold, arrowhead=odot]",
                EdgeRole::Facts | EdgeRole::Left => "",
            };
            _ = writeln!(dot, "    n{} -> n{}{style};", edge.from, edge.to);
        }
        dot + "}\n"
    }

    /// The graph in the language of Mermaid. Nodes that several rules share have a double border.
    #[must_use]
    pub fn to_mermaid(&self) -> String {
        let mut mermaid = String::from("flowchart TD\n");
        for (number, node) in self.nodes.iter().enumerate() {
            let label = node
                .label("\n")
                .replace('"', "#quot;")
                .replace('\n', "<br>");
            let (open, close) = match node.role {
                NodeRole::FactType => ("([", "])"),
                NodeRole::Rule | NodeRole::Query => ("[/", "/]"),
                _ if node.rules.len() > 1 => ("[[", "]]"),
                _ => ("[", "]"),
            };
            _ = writeln!(mermaid, "    n{number}{open}\"{label}\"{close}");
        }
        for edge in self.edges {
            let arrow = match edge.role {
                EdgeRole::Facts | EdgeRole::Left => "-->",
                EdgeRole::Right => "-.->",
                EdgeRole::Owns => "-. owns .->",
                EdgeRole::Opens => "==o",
            };
            _ = writeln!(mermaid, "    n{} {arrow} n{}", edge.from, edge.to);
        }
        mermaid
    }
}

impl GraphNode {
    /// What it is, what it says, and which rules share it.
    fn label(&self, line: &str) -> String {
        let word = match self.role {
            NodeRole::FactType
            | NodeRole::Not
            | NodeRole::Exists
            | NodeRole::Unique
            | NodeRole::Last
            | NodeRole::Each
            | NodeRole::Owner => "",
            NodeRole::Alpha => "alpha",
            NodeRole::Join => "join",
            NodeRole::Filter => "if",
            NodeRole::Summary => "summary",
            NodeRole::Rule => "rule",
            NodeRole::Query => "query",
        };
        let mut label = String::from(word);
        label += if word.is_empty() { "" } else { " " };
        label += self.text;
        if self.rules.len() > 1 {
            _ = write!(label, "{line}shared: {}", self.rules.join(", "));
        }
        label
    }
}

/// A label between quotation marks.
fn escape(label: &str, line: &str) -> String {
    label
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', line)
}
