//! Generates the network as a graph that a session type can show.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use crate::hir::Ruleset;
use crate::network::{self, Edge, Network, Node, NodeKind};

use super::literals::int;
use super::names;

/// The expression of type `NetworkGraph`.
pub(super) fn emit_graph(ruleset: &Ruleset, network: &Network) -> TokenStream {
    let graph = network::graph(ruleset, network);
    let first = ruleset.fact_types.len() + network.alphas.len();
    let nodes = graph.node_weights().enumerate().map(|(number, vertex)| {
        let node = number.checked_sub(first);
        let scans = node.is_some_and(|node| network.nodes.get(node).is_some_and(scans));
        let new = Ident::new(
            if scans { "__scanning" } else { "__new" },
            Span::call_site(),
        );
        let role = Ident::new(network::label(vertex.role), Span::call_site());
        let text = &vertex.text;
        let rules = vertex
            .rules
            .iter()
            .map(|rule| names::rule(ruleset.rule(*rule)));
        quote! { __rules::GraphNode::#new(__rules::NodeRole::#role, #text, &[#(#rules),*]) }
    });
    let edges = graph.raw_edges().iter().map(|edge| {
        let (from, to) = (int(edge.source().index()), int(edge.target().index()));
        let role = match edge.weight {
            Edge::Facts => quote! { Facts },
            Edge::Left => quote! { Left },
            Edge::Right => quote! { Right },
            Edge::Owns => quote! { Owns },
            Edge::Opens => quote! { Opens },
        };
        quote! { __rules::GraphEdge::__new(#from, #to, __rules::EdgeRole::#role) }
    });
    quote! { __rules::NetworkGraph::__new(&[#(#nodes),*], &[#(#edges),*]) }
}

/// Whether no equality looks up what a node joins.
fn scans(node: &Node) -> bool {
    match &node.kind {
        NodeKind::Join { key, .. }
        | NodeKind::JoinFacts { key, .. }
        | NodeKind::Counted { key, .. } => key.is_empty(),
        _ => false,
    }
}
