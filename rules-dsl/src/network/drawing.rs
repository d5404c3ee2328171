//! A network as a drawing: in the languages of Graphviz and Mermaid, where it reads as a session type's
//! `network()` does, and as a picture that layout-rs lays out.

use std::fmt::Write as _;

use layout::backends::svg::SVGWriter;
use layout::core::base::Orientation;
use layout::core::color::Color;
use layout::core::geometry::Point;
use layout::core::style::{LineStyleKind, StyleAttr};
use layout::std_shapes::shapes::{Arrow, Element, LineEndKind, ShapeKind};
use layout::topo::layout::VisualGraph;

use super::{Edge, Network, Role, graph};
use crate::hir::Ruleset;

/// The size of letters in a picture, in its units.
const LETTERS: usize = 15;

/// What is drawn.
#[derive(Debug)]
pub(crate) struct Drawing {
    nodes: Vec<Node>,
    edges: Vec<(usize, usize, Edge)>,
}

#[derive(Debug)]
struct Node {
    role: Role,
    label: String,
    /// Whether several rules share it.
    is_shared: bool,
}

impl Drawing {
    /// A drawing of a network.
    pub(crate) fn new(ruleset: &Ruleset, network: &Network) -> Self {
        let graph = graph(ruleset, network);
        let nodes = graph.node_weights().map(|vertex| {
            let rules = vertex.rules.iter().map(|id| &ruleset.rule(*id).name);
            let rules: Vec<String> = rules
                .map(|name| name.to_string().trim_start_matches("r#").to_owned())
                .collect();
            Node {
                role: vertex.role,
                label: label(vertex.role, &vertex.text, &rules),
                is_shared: rules.len() > 1,
            }
        });
        let edges = graph.raw_edges().iter();
        Drawing {
            nodes: nodes.collect(),
            edges: edges
                .map(|edge| (edge.source().index(), edge.target().index(), edge.weight))
                .collect(),
        }
    }

    /// In the language of Graphviz. Nodes that several rules share have a double border.
    pub(crate) fn to_dot(&self) -> String {
        let mut dot = String::from("digraph network {\n    node [shape=box];\n");
        for (number, node) in self.nodes.iter().enumerate() {
            let label = node.label.replace('\\', "\\\\").replace('"', "\\\"");
            let label = label.replace('\n', "\\n");
            let shape = match node.role {
                Role::FactType => ", shape=ellipse",
                Role::Rule | Role::Query => ", style=bold",
                _ if node.is_shared => ", peripheries=2",
                _ => "",
            };
            _ = writeln!(dot, "    n{number} [label=\"{label}\"{shape}];");
        }
        for (from, to, edge) in &self.edges {
            let style = match edge {
                Edge::Right => " [style=dashed]",
                Edge::Owns => " [style=dotted]",
                Edge::Opens => " [style=bold, arrowhead=odot]",
                Edge::Facts | Edge::Left => "",
            };
            _ = writeln!(dot, "    n{from} -> n{to}{style};");
        }
        dot + "}\n"
    }

    /// In the language of Mermaid. Nodes that several rules share have a double border.
    pub(crate) fn to_mermaid(&self) -> String {
        let mut mermaid = String::from("flowchart TD\n");
        for (number, node) in self.nodes.iter().enumerate() {
            let label = node.label.replace('"', "#quot;").replace('\n', "<br>");
            let (open, close) = match node.role {
                Role::FactType => ("([", "])"),
                Role::Rule | Role::Query => ("[/", "/]"),
                _ if node.is_shared => ("[[", "]]"),
                _ => ("[", "]"),
            };
            _ = writeln!(mermaid, "    n{number}{open}\"{label}\"{close}");
        }
        for (from, to, edge) in &self.edges {
            let arrow = match edge {
                Edge::Facts | Edge::Left => "-->",
                Edge::Right => "-.->",
                Edge::Owns => "-. owns .->",
                Edge::Opens => "==o",
            };
            _ = writeln!(mermaid, "    n{from} {arrow} n{to}");
        }
        mermaid
    }

    /// A picture. Fact types are round, nodes that several rules share and rules have a thick border.
    pub(crate) fn to_svg(&self) -> String {
        let mut graph = VisualGraph::new(Orientation::TopToBottom);
        let mut nodes = Vec::new();
        for node in &self.nodes {
            let rounded = if node.role == Role::FactType {
                LETTERS
            } else {
                0
            };
            let is_bold = matches!(node.role, Role::Rule | Role::Query) || node.is_shared;
            let look = look(if is_bold { 3 } else { 1 }, rounded);
            let lines = node.label.lines();
            let widest = lines.clone().map(|line| line.chars().count()).max();
            let size = Point::new(
                em(widest.unwrap_or_default()) * 0.6 + em(2),
                em(lines.count()) * 1.2 + em(1),
            );
            let shape = ShapeKind::new_box(&node.label);
            let element = Element::create(shape, look, Orientation::TopToBottom, size);
            nodes.push(graph.add_node(element));
        }
        for (from, to, edge) in &self.edges {
            let style = match edge {
                Edge::Right => LineStyleKind::Dashed,
                Edge::Owns => LineStyleKind::Dotted,
                Edge::Facts | Edge::Left | Edge::Opens => LineStyleKind::Normal,
            };
            let arrow = Arrow::new(
                LineEndKind::None,
                LineEndKind::Arrow,
                style,
                "",
                &look(1, 0),
                &None,
                &None,
            );
            graph.add_edge(arrow, nodes[*from], nodes[*to]);
        }
        let mut svg = SVGWriter::new();
        graph.do_it(false, false, false, &mut svg);
        svg.finalize() + "\n"
    }
}

/// What a node is, what it says, and which rules share it.
fn label(role: Role, text: &str, rules: &[String]) -> String {
    let mut label = match role {
        Role::FactType | Role::Counted(_) | Role::Last | Role::Each | Role::Owner => {
            text.to_owned()
        }
        Role::Alpha => format!("alpha {text}"),
        Role::Join => format!("join {text}"),
        Role::Filter => format!("if {text}"),
        Role::Summary => format!("summary {text}"),
        Role::Rule => format!("rule {text}"),
        Role::Query => format!("query {text}"),
    };
    if rules.len() > 1 {
        _ = write!(label, "\nshared: {}", rules.join(", "));
    }
    label
}

/// So many times the size of letters.
fn em(times: usize) -> f64 {
    u32::try_from(times * LETTERS).map_or(f64::MAX, f64::from)
}

fn look(line: usize, rounded: usize) -> StyleAttr {
    StyleAttr::new(
        Color::fast("black"),
        line,
        Some(Color::fast("white")),
        rounded,
        LETTERS,
    )
}
