//! Generates the network as a graph that a session type can show.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use crate::hir::Ruleset;
use crate::network::{self, Edge, Network};

use super::names;

/// The expression of type `NetworkGraph`.
pub(super) fn emit_graph(ruleset: &Ruleset, network: &Network) -> TokenStream {
    let runtime = &ruleset.runtime;
    let graph = network::graph(ruleset, network);
    let nodes = graph.node_weights().map(|vertex| {
        let role = Ident::new(network::label(vertex.role), Span::call_site());
        let text = &vertex.text;
        let rules = vertex
            .rules
            .iter()
            .map(|rule| names::rule(&ruleset.rules[rule.0]));
        quote! { #runtime::GraphNode::__new(#runtime::NodeRole::#role, #text, &[#(#rules),*]) }
    });
    let edges = graph.raw_edges().iter().map(|edge| {
        let (from, to) = (edge.source().index(), edge.target().index());
        let role = match edge.weight {
            Edge::Facts => quote! { Facts },
            Edge::Left => quote! { Left },
            Edge::Right => quote! { Right },
            Edge::Owns => quote! { Owns },
        };
        quote! { #runtime::GraphEdge::__new(#from, #to, #runtime::EdgeRole::#role) }
    });
    quote! { #runtime::NetworkGraph::__new(&[#(#nodes),*], &[#(#edges),*]) }
}
