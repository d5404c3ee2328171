//! The entries of a plan for nodes.

use proc_macro2::TokenStream;
use quote::quote;

use crate::hir::Ruleset;
use crate::network::{Branch, Input, Network, Node, NodeKind, Part, Summary, SummaryUse};

use super::matches::emit_element;
use crate::generate::definitions::Definitions;
use crate::generate::entry::Entry;
use crate::generate::literals::{FieldSets, emit_part, emit_quantifier, int};
use crate::generate::names;
use crate::plan::Bound;

/// The expression of type `Node`.
pub(super) fn emit_node(
    ruleset: &Ruleset,
    network: &Network,
    definitions: &Definitions<'_>,
    id: usize,
    node: &Node,
) -> TokenStream {
    let doc = node_doc(ruleset, node);
    if !node.kept {
        return emit_unkept(node, id, &doc);
    }
    let sets = FieldSets::of(ruleset);
    let optional = |part: &Option<Part>| part.as_ref().map(|part| emit_part(sets, part));
    let kind = emit_kind(ruleset, definitions, node);
    let producer = match node.input {
        Input::Node(producer) => producer,
        Input::Root | Input::Alpha(_) => id,
    };
    let is_kept = |output: &usize| network.nodes[*output].kept;
    let outputs = node.outputs.iter().copied().filter(is_kept);
    // What is drawn is said where it is something else.
    let drawn = if node.outputs.iter().all(is_kept) {
        &[]
    } else {
        &node.outputs[..]
    };
    let entry = Entry::of("Node")
        .value("kind", quote! { __rt::NodeKind::#kind })
        .value("producer", int(producer))
        .option("fact", optional(&node.fact))
        .option("left_fact", optional(&node.left_fact))
        .numbers("outputs", outputs)
        .numbers("drawn", drawn.iter().copied())
        .other("bounds", emit_bounds(ruleset, node));
    quote! { #[doc = #doc] #entry }
}

/// The expression of type `JoinBounds`, where there are some.
fn emit_bounds(ruleset: &Ruleset, node: &Node) -> Option<TokenStream> {
    let rule = ruleset.rule(node.tests.context.rule);
    let bounds = node.kind.bounds().iter().map(|Bound { value, field }| {
        let (field, least) = (int(*field), value.is_least(rule));
        quote! { ::core::option::Option::Some(__rt::JoinBound { field: #field, least: #least }) }
    });
    let mut bounds: Vec<TokenStream> = bounds.collect();
    if bounds.is_empty() {
        return None;
    }
    bounds.resize(2, quote! { ::core::option::Option::None });
    Some(quote! { [#(#bounds),*] })
}

/// A node to which nothing comes: its matches are found whole, or what it stands for is part of such.
fn emit_unkept(node: &Node, id: usize, doc: &str) -> TokenStream {
    let kind = match node.kind {
        NodeKind::Match { index } => {
            let index = int(index);
            quote! { Match { index: #index } }
        }
        NodeKind::Counted { quantifier, .. } => {
            let quantifier = emit_quantifier(quantifier);
            quote! { Drawn { counts: ::core::option::Option::Some(#quantifier) } }
        }
        _ => quote! { Drawn { counts: ::core::option::Option::None } },
    };
    let entry = Entry::of("Node")
        .value("kind", quote! { __rt::NodeKind::#kind })
        .value("producer", int(id))
        .numbers("drawn", node.outputs.iter().copied());
    quote! { #[doc = #doc] #entry }
}

/// The expression of type `NodeKind`, without the type.
fn emit_kind(ruleset: &Ruleset, definitions: &Definitions<'_>, node: &Node) -> TokenStream {
    let sets = FieldSets::of(ruleset);
    match &node.kind {
        NodeKind::Join { right, .. } => {
            let right = int(*right);
            quote! { Join { right: #right } }
        }
        NodeKind::JoinFacts {
            left,
            part: left_part,
            right,
            ..
        } => {
            let (left, left_part, right) = (int(*left), emit_part(sets, left_part), int(*right));
            quote! { JoinFacts { left: #left, part: #left_part, right: #right } }
        }
        NodeKind::Counted {
            right, quantifier, ..
        } => {
            let (right, quantifier) = (int(*right), emit_quantifier(*quantifier));
            quote! { Counted { right: #right, quantifier: #quantifier } }
        }
        NodeKind::Filter { tag } => quote! { Filter { tag: #tag } },
        NodeKind::Each { element } => {
            let rule = node.tests.context.rule;
            let kept = definitions.each(rule, *element).ty.is_some();
            quote! { Each { kept: #kept } }
        }
        NodeKind::Owner { summary } => {
            let summary = int(*summary);
            quote! { Owner { summary: #summary } }
        }
        NodeKind::Sharers { summary } => {
            let summary = int(*summary);
            quote! { Sharers { summary: #summary } }
        }
        NodeKind::Summary { of, steps, uses } => emit_summary(ruleset, *of, *steps, &uses[0]),
        NodeKind::Last { last, steps, of } => {
            let (number, steps) = (&last.number, int(*steps as usize));
            let branches = emit_branches(ruleset, &of.branches);
            quote! { Last { number: #number, steps: #steps, branches: #branches } }
        }
        NodeKind::Match { index } => {
            let index = int(*index);
            quote! { Match { index: #index } }
        }
    }
}

/// The same of a summary, which is `first` to the rule that has it first.
fn emit_summary(ruleset: &Ruleset, of: Summary, steps: u32, first: &SummaryUse) -> TokenStream {
    let SummaryUse { by, branches, .. } = first;
    let of = match of {
        Summary::Quantified(quantifier) => {
            let quantifier = emit_quantifier(quantifier);
            quote! { Quantified(#quantifier) }
        }
        Summary::Count => quote! { Count },
        Summary::Collect => quote! { Collect },
        Summary::Sum => quote! { Sum },
        Summary::Avg => quote! { Avg },
        Summary::Least => quote! { Least },
        Summary::Greatest => quote! { Greatest },
        Summary::User => quote! { User },
    };
    let (by, steps) = (!by.is_empty(), int(steps as usize));
    let branches = emit_branches(ruleset, branches);
    quote! {
        Summary {
            of: __rt::Summary::#of,
            steps: #steps,
            by: #by,
            branches: #branches,
        }
    }
}

/// What members are made of, for each branch by which they come.
fn emit_branches(ruleset: &Ruleset, branches: &[Branch]) -> TokenStream {
    let branches = branches.iter().map(|Branch { context, elements }| {
        let rule = ruleset.rule(context.rule);
        let elements = elements.iter().map(|e| emit_element(rule, context, e));
        quote! { &[#(#elements),*] }
    });
    quote! { &[#(#branches),*] }
}

/// The documentation of a node: rules and condition.
fn node_doc(ruleset: &Ruleset, node: &Node) -> String {
    let rules: Vec<String> = node
        .rules
        .iter()
        .map(|rule| format!("`{}`", names::rule(ruleset.rule(*rule))))
        .collect();
    match node.kind {
        NodeKind::Match { .. } => format!(" {}", rules.join(", ")),
        _ => format!(" {}: `{}`", rules.join(", "), node.text),
    }
}
