//! Generates the plan: the network as constant tables.

use proc_macro2::TokenStream;
use quote::quote;

use crate::hir::{ElementKind, Ruleset, Strategy};
use crate::network::{
    Alpha, Context, Input, Match, MatchElement, Network, Node, NodeKind, Part, Place, Reads, Side,
    Summary,
};

use super::names;
use super::scope::private;

/// The expression of type `Plan`.
pub(super) fn emit_plan(ruleset: &Ruleset, network: &Network) -> TokenStream {
    let private = private(ruleset);
    let kinds = ruleset.fact_types.iter().map(|fact_type| {
        let name = names::plain(&fact_type.name);
        let fields = (0..fact_type.fields.len()).fold(0, |all, place| all | Reads::field(place));
        let reads = if fact_type.whole {
            fields | Reads::WHOLE
        } else {
            fields
        };
        quote! { #private::Kind { name: #name, reads: #reads } }
    });
    let alphas = network
        .alphas
        .iter()
        .enumerate()
        .map(|(id, alpha)| emit_alpha(network, &private, id, alpha));
    let nodes = network
        .nodes
        .iter()
        .enumerate()
        .map(|(id, node)| emit_node(&private, id, node));
    let matches = network
        .matches
        .iter()
        .map(|entry| emit_match(ruleset, &private, entry));
    let roots = network.roots.iter().map(|&root| root as u32);
    let indexes = network.indexes.len();
    let oldest_first = ruleset.strategy == Strategy::Breadth;
    quote! {
        #private::Plan {
            kinds: &[#(#kinds),*],
            alphas: &[#(#alphas),*],
            indexes: #indexes,
            nodes: &[#(#nodes),*],
            roots: &[#(#roots),*],
            matches: &[#(#matches),*],
            oldest_first: #oldest_first,
        }
    }
}

fn emit_alpha(network: &Network, private: &TokenStream, id: usize, alpha: &Alpha) -> TokenStream {
    let indexes = network
        .indexes
        .iter()
        .enumerate()
        .filter(|(_, index)| index.alpha == id);
    let indexes = indexes.map(|(number, index)| {
        let (number, reads) = (number as u32, index.reads.0);
        quote! { (#number, #reads) }
    });
    let feeds = alpha.feeds.iter().map(|feed| {
        let (node, reads) = (feed.node as u32, feed.reads.0);
        let side = match feed.side {
            Side::Token => quote! { Token },
            Side::Left => quote! { Left },
            Side::Right => quote! { Right },
        };
        quote! { #private::Feed { node: #node, side: #private::Side::#side, reads: #reads } }
    });
    quote! { #private::Alpha { indexes: &[#(#indexes),*], feeds: &[#(#feeds),*] } }
}

fn emit_node(private: &TokenStream, id: usize, node: &Node) -> TokenStream {
    let part = |part: &Part| {
        let (kind, reads) = (part.fact_type.0 as u32, part.reads.0);
        quote! { #private::Part { kind: #kind, reads: #reads } }
    };
    let optional = |optional: &Option<Part>| match optional {
        Some(some) => {
            let part = part(some);
            quote! { ::core::option::Option::Some(#part) }
        }
        None => quote! { ::core::option::Option::None },
    };
    let kind = match &node.kind {
        NodeKind::Join { right, .. } => {
            let right = *right as u32;
            quote! { Join { right: #right } }
        }
        NodeKind::JoinFacts {
            left,
            part: left_part,
            right,
            ..
        } => {
            let (left, left_part, right) = (*left as u32, part(left_part), *right as u32);
            quote! { JoinFacts { left: #left, part: #left_part, right: #right } }
        }
        NodeKind::Counted {
            right, passes_some, ..
        } => {
            let right = *right as u32;
            quote! { Counted { right: #right, passes_some: #passes_some } }
        }
        NodeKind::Filter => quote! { Filter },
        NodeKind::Owner { summary } => {
            let summary = *summary as u32;
            quote! { Owner { summary: #summary } }
        }
        NodeKind::Summary { of, steps, .. } => {
            let of = match of {
                Summary::None => quote! { None },
                Summary::Some => quote! { Some },
                Summary::Count => quote! { Count },
                Summary::Collect => quote! { Collect },
            };
            quote! { Summary { of: #private::Summary::#of, steps: #steps } }
        }
        NodeKind::Match { index } => {
            let index = *index as u32;
            quote! { Match { index: #index } }
        }
    };
    let producer = match node.input {
        Input::Node(producer) => producer as u32,
        Input::Root | Input::Alpha(_) => id as u32,
    };
    let (fact, left_fact) = (optional(&node.fact), optional(&node.left_fact));
    let outputs = node.outputs.iter().map(|&output| output as u32);
    quote! {
        #private::Node {
            kind: #private::NodeKind::#kind,
            producer: #producer,
            fact: #fact,
            left_fact: #left_fact,
            outputs: &[#(#outputs),*],
        }
    }
}

fn emit_match(ruleset: &Ruleset, private: &TokenStream, entry: &Match) -> TokenStream {
    let rule = &ruleset.rules[entry.context.rule.0];
    let number = entry.context.rule.0 as u32;
    let salience = emit_salience(rule);
    let no_loop = rule.no_loop;
    let elements = entry.elements.iter().map(|element| match element {
        MatchElement::Branch(branch) => {
            let branch = *branch as u32;
            quote! { #private::Element::Branch(#branch) }
        }
        MatchElement::Fact(element) => {
            let ElementKind::Fact { fact_type, .. } = rule.elements[element.0].kind else {
                unreachable!("matches are ordered by facts");
            };
            let kind = fact_type.0 as u32;
            match place(&entry.context, *element) {
                Place::LeftOf(steps) => {
                    quote! { #private::Element::LeftFact { steps: #steps, kind: #kind } }
                }
                Place::Token(steps) => {
                    quote! { #private::Element::Fact { steps: #steps, kind: #kind } }
                }
                Place::Left | Place::Right => unreachable!("a match is a token"),
            }
        }
    });
    quote! {
        #private::Match {
            rule: #number,
            salience: #salience,
            no_loop: #no_loop,
            elements: &[#(#elements),*],
        }
    }
}

fn place(context: &Context, element: crate::hir::ElementId) -> Place {
    context.places[&element]
}

/// A rule's salience, as an expression.
pub(super) fn emit_salience(rule: &crate::hir::Rule) -> TokenStream {
    rule.salience
        .as_ref()
        .map_or_else(|| quote! { 0 }, |expr| quote! { #expr })
}
