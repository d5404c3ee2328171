//! Generates the network as a graph that a session type can show: what the parts of the plan stand for, of which the
//! runtime makes the graph.

use proc_macro2::TokenStream;
use quote::quote;

use crate::hir::{RuleId, Ruleset};
use crate::network::{Network, Node};

use super::literals::{FieldSets, int};
use super::names::{self, Names};
use super::searches::looked_up;

/// The expression of type `&'static NetworkGraph`.
pub(super) fn emit_graph(ruleset: &Ruleset, network: &Network, names: &Names) -> TokenStream {
    let alphas = (0..network.alphas.len()).map(|number| {
        let text = network.alpha_text(ruleset, number);
        emit_label(ruleset, &text, &network.alpha_rules(ruleset, number), false)
    });
    let looked_up = looked_up(network);
    let nodes = network.nodes.iter().enumerate().map(|(number, node)| {
        let scans = scans(node) && (node.kept || !looked_up.contains(&number));
        emit_label(ruleset, &node.text, &node.rules, scans)
    });
    let queries = network.queries.iter().zip(&ruleset.queries);
    let queries = queries.filter(|(_, written)| written.asks.is_none());
    let queries = queries.map(|(query, written)| {
        let name = names::rule(&written.rule);
        let alphas = network.looked_up(query).into_iter().map(int);
        quote! { __rt::QueryLabel { name: #name, alphas: &[#(#alphas),*] } }
    });
    let (program, fields) = (&names.program, FieldSets::of(ruleset).ty());
    quote! {
        {
            const PLAN: &__rt::Plan<#fields> = <#program as __rt::Conditions>::PLAN;
            const LABELS: __rt::Labels = __rt::Labels {
                alphas: &[#(#alphas),*],
                nodes: &[#(#nodes),*],
                queries: &[#(#queries),*],
            };
            const NODES: [__rules::GraphNode; LABELS.node_count(PLAN)] = LABELS.nodes(PLAN);
            const EDGES: [__rules::GraphEdge; LABELS.edge_count(PLAN)] = LABELS.edges(PLAN);
            &__rules::NetworkGraph::__new(&NODES, &EDGES)
        }
    }
}

fn emit_label(ruleset: &Ruleset, text: &str, rules: &[RuleId], scans: bool) -> TokenStream {
    let rules = rules.iter().map(|rule| names::rule(ruleset.rule(*rule)));
    let new = if scans {
        quote! { scanning }
    } else {
        quote! { new }
    };
    quote! { __rt::Label::#new(#text, &[#(#rules),*]) }
}

/// Whether neither an equality nor bounds look up what a node joins.
fn scans(node: &Node) -> bool {
    let looks_up = node.kind.looks_up();
    looks_up.is_some_and(|(key, bounds)| key.is_empty() && bounds.is_empty())
}
