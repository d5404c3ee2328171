//! Generates the plan: the network as constant tables.

use proc_macro2::TokenStream;
use quote::quote;

use crate::hir::{ElementId, ElementKind, Rule, Ruleset, Strategy};
use crate::network::{
    self, Alpha, Branch, Context, Input, Match, MatchElement, Network, Node, NodeKind, Part, Place,
    Reads, Side, Summary,
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
        .map(|(id, node)| emit_node(ruleset, &private, id, node));
    let matches = network
        .matches
        .iter()
        .map(|entry| emit_match(ruleset, &private, entry));
    let roots = network.roots.iter().map(|&root| root as u32);
    let indexes = network.indexes.len();
    let strategy = match &ruleset.strategy {
        Strategy::Depth => quote! { Depth },
        Strategy::Breadth => quote! { Breadth },
        Strategy::Lex => quote! { Lex },
        Strategy::Mea => quote! { Mea },
        Strategy::Complexity => quote! { Complexity },
        Strategy::Simplicity => quote! { Simplicity },
        Strategy::Order => quote! { Order },
        Strategy::Random(seed) => quote! { Random(#seed) },
    };
    let groups = ruleset.groups.len() as u32;
    let recursive = network::is_recursive(ruleset);
    quote! {
        #private::Plan {
            kinds: &[#(#kinds),*],
            alphas: &[#(#alphas),*],
            indexes: #indexes,
            nodes: &[#(#nodes),*],
            roots: &[#(#roots),*],
            matches: &[#(#matches),*],
            strategy: #private::Strategy::#strategy,
            recursive: #recursive,
            groups: #groups,
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

fn emit_node(ruleset: &Ruleset, private: &TokenStream, id: usize, node: &Node) -> TokenStream {
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
        NodeKind::Filter { tag } => quote! { Filter { tag: #tag } },
        NodeKind::Each { .. } => quote! { Each },
        NodeKind::Owner { summary } => {
            let summary = *summary as u32;
            quote! { Owner { summary: #summary } }
        }
        NodeKind::Summary {
            of,
            steps,
            by,
            branches,
            ..
        } => {
            let of = match of {
                Summary::None => quote! { None },
                Summary::Some => quote! { Some },
                Summary::Count => quote! { Count },
                Summary::Collect => quote! { Collect },
                Summary::Sum => quote! { Sum },
                Summary::Avg => quote! { Avg },
                Summary::Least => quote! { Least },
                Summary::Greatest => quote! { Greatest },
            };
            let by = !by.is_empty();
            let branches = branches.iter().map(|Branch { context, elements }| {
                let rule = &ruleset.rules[context.rule.0];
                let elements = elements
                    .iter()
                    .map(|e| emit_element(private, rule, context, e));
                quote! { &[#(#elements),*] }
            });
            quote! {
                Summary {
                    of: #private::Summary::#of,
                    steps: #steps,
                    by: #by,
                    branches: &[#(#branches),*],
                }
            }
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
    let salience = match &rule.computed_salience {
        None => quote! { ::core::option::Option::Some(#salience) },
        Some(_) => quote! { ::core::option::Option::None },
    };
    let group = rule.group.map_or(0, |group| group.0 as u32 + 1);
    let Rule {
        no_loop,
        auto_focus,
        lock_on_active,
        ..
    } = rule;
    let complexity = rule.complexity as u32;
    let kept = rule.then.inserts.iter().any(|insert| insert.logical);
    let elements = entry
        .elements
        .iter()
        .map(|e| emit_element(private, rule, &entry.context, e));
    quote! {
        #private::Match {
            rule: #number,
            salience: #salience,
            group: #group,
            kept: #kept,
            auto_focus: #auto_focus,
            lock_on_active: #lock_on_active,
            complexity: #complexity,
            no_loop: #no_loop,
            elements: &[#(#elements),*],
        }
    }
}

/// The expression of type `Element`.
fn emit_element(
    private: &TokenStream,
    rule: &Rule,
    context: &Context,
    element: &MatchElement,
) -> TokenStream {
    let steps = |element: ElementId| match context.places[&element] {
        Place::LeftOf(steps) | Place::Token(steps) => steps,
        Place::Left | Place::Right => unreachable!("a match is a token"),
    };
    match *element {
        MatchElement::Branch(branch) => {
            let branch = branch as u32;
            quote! { #private::Element::Branch(#branch) }
        }
        MatchElement::Each(element) => {
            let steps = steps(element);
            quote! { #private::Element::Each { steps: #steps } }
        }
        MatchElement::Group(element) => {
            let steps = steps(element);
            quote! { #private::Element::Group { steps: #steps } }
        }
        MatchElement::Fact(element) => {
            let ElementKind::Fact { fact_type, .. } = rule.elements[element.0].kind else {
                unreachable!("patterns bind facts");
            };
            let (kind, steps) = (fact_type.0 as u32, steps(element));
            match context.places[&element] {
                Place::LeftOf(_) => {
                    quote! { #private::Element::LeftFact { steps: #steps, kind: #kind } }
                }
                _ => quote! { #private::Element::Fact { steps: #steps, kind: #kind } },
            }
        }
    }
}

/// A rule's salience, as an expression.
pub(super) fn emit_salience(rule: &Rule) -> TokenStream {
    rule.salience
        .as_ref()
        .map_or_else(|| quote! { 0 }, |expr| quote! { #expr })
}
