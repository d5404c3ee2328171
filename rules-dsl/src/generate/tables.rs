//! Generates the plan: the network as constant tables.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use crate::analysis::recursion::is_recursive;
use crate::hir::{ElementId, ElementKind, Quantifier, Rule, Ruleset, Strategy};
use crate::network::{
    self, Alpha, Branch, Context, Input, Match, MatchElement, Network, Node, NodeKind, Part, Place,
    Reads, Side, Summary, SummaryUse,
};

use super::bulk;
use super::fragments::first_span;
use super::literals::{FieldSets, int};
use super::members::Definitions;
use super::names;
use super::search;

/// The expression of type `Plan`.
pub(super) fn emit_plan(
    ruleset: &Ruleset,
    network: &Network,
    definitions: &Definitions<'_>,
) -> TokenStream {
    let sets = FieldSets::of(ruleset);
    let kinds = ruleset.fact_types.iter().map(|fact_type| {
        let name = names::plain(&fact_type.name);
        let mut reads = Reads::default();
        (0..fact_type.fields.len()).for_each(|place| reads.add(&Reads::field(place)));
        if fact_type.whole {
            reads.add(&Reads::whole());
        }
        let reads = sets.set(&reads);
        quote! { __rt::Kind { name: #name, reads: #reads } }
    });
    let alphas = network
        .alphas
        .iter()
        .enumerate()
        .map(|(id, alpha)| emit_alpha(ruleset, network, id, alpha));
    let nodes = network
        .nodes
        .iter()
        .enumerate()
        .map(|(id, node)| emit_node(ruleset, definitions, id, node));
    let matches = network
        .matches
        .iter()
        .map(|entry| emit_match(ruleset, entry));
    let roots = network.roots.iter().map(|&root| int(root));
    let on_demand = network::on_demand(ruleset, network);
    let indexes = network
        .indexes
        .iter()
        .zip(on_demand)
        .map(|(index, on_demand)| {
            let alpha = &network.alphas[index.alpha];
            let (kind, has_all) = (int(alpha.fact_type.0), alpha.tests.tests.is_empty());
            quote! { __rt::FactIndex { kind: #kind, has_all: #has_all, on_demand: #on_demand } }
        });
    let gates = int(network.gates);
    let strategy = emit_strategy(&ruleset.strategy);
    let groups = int(ruleset.groups.len());
    let mut inserts = ruleset.rules.iter().flat_map(|rule| rule.then.inserts());
    let logical = inserts.any(|insert| insert.logical);
    let recursive = is_recursive(ruleset);
    quote! {
        __rt::Plan {
            kinds: &[#(#kinds),*],
            alphas: &[#(#alphas),*],
            indexes: &[#(#indexes),*],
            nodes: &[#(#nodes),*],
            roots: &[#(#roots),*],
            matches: &[#(#matches),*],
            gates: #gates,
            strategy: #strategy,
            logical: #logical,
            recursive: #recursive,
            groups: #groups,
        }
    }
}

/// The expression of type `Strategy`.
pub(super) fn emit_strategy(strategy: &Strategy) -> TokenStream {
    let strategy = match strategy {
        Strategy::Depth => quote! { Depth },
        Strategy::Breadth => quote! { Breadth },
        Strategy::Lex => quote! { Lex },
        Strategy::Mea => quote! { Mea },
        Strategy::Complexity => quote! { Complexity },
        Strategy::Simplicity => quote! { Simplicity },
        Strategy::Order => quote! { Order },
        Strategy::Random(seed) => quote! { Random(#seed) },
    };
    quote! { __rt::Strategy::#strategy }
}

fn emit_alpha(ruleset: &Ruleset, network: &Network, id: usize, alpha: &Alpha) -> TokenStream {
    let sets = FieldSets::of(ruleset);
    let indexes = network
        .indexes
        .iter()
        .enumerate()
        .filter(|(_, index)| index.alpha == id);
    let indexes = indexes.map(|(number, index)| {
        let (number, reads) = (int(number), sets.set(&index.reads));
        quote! { (#number, #reads) }
    });
    let feeds = alpha.feeds.iter().map(|feed| {
        let (node, reads) = (int(feed.node), sets.set(&feed.reads));
        let side = match feed.side {
            Side::Token => quote! { Token },
            Side::Left => quote! { Left },
            Side::Right => quote! { Right },
            Side::Gate(gate) => {
                let gate = int(gate);
                quote! { Gate(#gate) }
            }
        };
        quote! { __rt::Feed { node: #node, side: __rt::Side::#side, reads: #reads } }
    });
    let kind = int(alpha.fact_type.0);
    let fact_type = names::plain(&ruleset.fact_types[alpha.fact_type.0].name);
    let rule = ruleset.rule(alpha.tests.context.rule);
    let tests = alpha.tests.tests.iter();
    let tests: Vec<String> = tests
        .map(|test| format!("`{}`", rule.tests[test.0].text))
        .collect();
    let doc = match tests.as_slice() {
        [] => format!(" `{fact_type}`"),
        tests => format!(" `{fact_type}` with {}", tests.join(", ")),
    };
    quote! {
        #[doc = #doc]
        __rt::Alpha { kind: #kind, indexes: &[#(#indexes),*], feeds: &[#(#feeds),*] }
    }
}

fn emit_node(
    ruleset: &Ruleset,
    definitions: &Definitions<'_>,
    id: usize,
    node: &Node,
) -> TokenStream {
    let sets = FieldSets::of(ruleset);
    let part = |part: &Part| {
        let (kind, reads) = (int(part.fact_type.0), sets.set(&part.reads));
        quote! { __rt::Part { kind: #kind, reads: #reads } }
    };
    let optional = |optional: &Option<Part>| {
        let Some(some) = optional else {
            return quote! { ::core::option::Option::None };
        };
        let part = part(some);
        quote! { ::core::option::Option::Some(#part) }
    };
    let kind = match &node.kind {
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
            let (left, left_part, right) = (int(*left), part(left_part), int(*right));
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
        NodeKind::Summary { of, steps, uses } => {
            let SummaryUse { by, branches, .. } = &uses[0];
            let of = match of {
                Summary::Quantified(quantifier) => {
                    let quantifier = emit_quantifier(*quantifier);
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
            let (by, steps) = (!by.is_empty(), int(*steps as usize));
            let branches = branches.iter().map(|Branch { context, elements }| {
                let rule = ruleset.rule(context.rule);
                let elements = elements.iter().map(|e| emit_element(rule, context, e));
                quote! { &[#(#elements),*] }
            });
            quote! {
                Summary {
                    of: __rt::Summary::#of,
                    steps: #steps,
                    by: #by,
                    branches: &[#(#branches),*],
                }
            }
        }
        NodeKind::Match { index } => {
            let index = int(*index);
            quote! { Match { index: #index } }
        }
    };
    let producer = match node.input {
        Input::Node(producer) => int(producer),
        Input::Root | Input::Alpha(_) => int(id),
    };
    let (fact, left_fact) = (optional(&node.fact), optional(&node.left_fact));
    let outputs = node.outputs.iter().map(|&output| int(output));
    let doc = node_doc(ruleset, node);
    quote! {
        #[doc = #doc]
        __rt::Node {
            kind: __rt::NodeKind::#kind,
            producer: #producer,
            fact: #fact,
            left_fact: #left_fact,
            outputs: &[#(#outputs),*],
        }
    }
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

fn emit_match(ruleset: &Ruleset, entry: &Match) -> TokenStream {
    let rule = ruleset.rule(entry.context.rule);
    let number = int(entry.context.rule.0);
    let salience = emit_salience(rule);
    let salience = if rule.computed_salience.is_none() {
        quote! { ::core::option::Option::Some(#salience) }
    } else {
        quote! { ::core::option::Option::None }
    };
    let group = int(rule.group.map_or(0, |group| group.0 + 1));
    let Rule {
        no_loop,
        auto_focus,
        lock_on_active,
        ..
    } = rule;
    let complexity = int(rule.complexity);
    let undo = rule.undo.is_some();
    let kept = undo || rule.then.inserts_logical();
    let chooses = search::chooses(rule);
    let (once, on_change) = (rule.once, !rule.on_change.is_empty());
    let bulk = bulk::emit_bulk(ruleset, entry);
    let several = entry.elements.iter();
    let mut several =
        several.map(|element| matches!(element, MatchElement::Each(_) | MatchElement::Branch(_)));
    let several = several.any(|several| several);
    let gates = entry.gates.iter().map(|&gate| int(gate));
    let elements = entry
        .elements
        .iter()
        .map(|e| emit_element(rule, &entry.context, e));
    quote! {
        __rt::Match {
            rule: #number,
            salience: #salience,
            group: #group,
            kept: #kept,
            auto_focus: #auto_focus,
            lock_on_active: #lock_on_active,
            complexity: #complexity,
            no_loop: #no_loop,
            once: #once,
            on_change: #on_change,
            undo: #undo,
            several: #several,
            chooses: #chooses,
            bulk: #bulk,
            gates: &[#(#gates),*],
            elements: &[#(#elements),*],
        }
    }
}

/// The expression of type `Element`.
fn emit_element(rule: &Rule, context: &Context, element: &MatchElement) -> TokenStream {
    let steps = |element: ElementId| match context.places[&element] {
        Place::LeftOf(steps) | Place::Token(steps) => int(steps as usize),
        Place::Left | Place::Right | Place::Gate(_) | Place::Local => {
            unreachable!("a match is a token")
        }
    };
    match *element {
        MatchElement::Branch(branch) => {
            let branch = int(branch);
            quote! { __rt::Element::Branch(#branch) }
        }
        MatchElement::Each(element) => {
            let steps = steps(element);
            quote! { __rt::Element::Each { steps: #steps } }
        }
        MatchElement::Group(element) => {
            let steps = steps(element);
            quote! { __rt::Element::Group { steps: #steps } }
        }
        MatchElement::Fact(element) => {
            let ElementKind::Fact { fact_type, .. } = rule.elements[element.0].kind else {
                unreachable!("patterns bind facts");
            };
            let kind = int(fact_type.0);
            match context.places[&element] {
                Place::Gate(gate) => {
                    let gate = int(gate);
                    quote! { __rt::Element::Gate { gate: #gate, kind: #kind } }
                }
                Place::LeftOf(_) => {
                    let steps = steps(element);
                    quote! { __rt::Element::LeftFact { steps: #steps, kind: #kind } }
                }
                _ => {
                    let steps = steps(element);
                    quote! { __rt::Element::Fact { steps: #steps, kind: #kind } }
                }
            }
        }
    }
}

/// A rule's salience, as an expression. What may be of another type is said to be an `i32` right there.
pub(super) fn emit_salience(rule: &Rule) -> TokenStream {
    match &rule.salience {
        None => quote! { 0 },
        Some(expr) if is_integer(expr) => quote! { #expr },
        Some(expr) => quote_spanned! { first_span(expr)=>
            { const __SALIENCE: i32 = #expr; __SALIENCE }
        },
    }
}

fn is_integer(expr: &syn::Expr) -> bool {
    match expr {
        syn::Expr::Lit(literal) => matches!(literal.lit, syn::Lit::Int(_)),
        syn::Expr::Unary(unary) => matches!(unary.op, syn::UnOp::Neg(_)) && is_integer(&unary.expr),
        _ => false,
    }
}

/// The expression of the runtime's type `Quantifier`.
fn emit_quantifier(quantifier: Quantifier) -> TokenStream {
    match quantifier {
        Quantifier::None => quote! { __rt::Quantifier::None },
        Quantifier::Some => quote! { __rt::Quantifier::Some },
        Quantifier::One => quote! { __rt::Quantifier::One },
    }
}
