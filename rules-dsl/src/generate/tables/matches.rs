//! The entries of a plan for matches: what the attributes of rules say, and what orders activations.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use crate::hir::{ElementId, ElementKind, Rule, Ruleset};
use crate::network::{Context, Match, Place};
use crate::plan::MatchElement;

use crate::generate::bulk;
use crate::generate::entry::Entry;
use crate::generate::fragments::first_span;
use crate::generate::literals::{FieldSets, emit_part, int, kind};
use crate::generate::search;

/// The expression of type `Match`.
pub(super) fn emit_match(ruleset: &Ruleset, entry: &Match) -> Entry {
    let rule = ruleset.rule(entry.context.rule);
    let undo = rule.undo.is_some();
    let mut elements = entry.elements.iter();
    let several =
        elements.any(|element| matches!(element, MatchElement::Each(_) | MatchElement::Branch(_)));
    let facts = entry.whole().into_iter().flat_map(|whole| &whole.facts);
    let facts = facts.map(|part| emit_part(FieldSets::of(ruleset), part));
    let elements = entry
        .elements
        .iter()
        .map(|e| emit_element(rule, &entry.context, e));
    let salience = if rule.computed_salience.is_some() {
        Some(quote! { ::core::option::Option::None })
    } else {
        rule.salience.as_ref().map(|_| {
            let salience = emit_salience(rule);
            quote! { ::core::option::Option::Some(#salience) }
        })
    };
    Entry::of("Match")
        .value("rule", int(entry.context.rule.0))
        .other("salience", salience)
        .other("group", rule.group.map(|group| int(group.0 + 1)))
        .flag("kept", undo || rule.then.inserts_logical())
        .flag("auto_focus", rule.auto_focus)
        .flag("lock_on_active", rule.lock_on_active)
        .value("complexity", int(rule.complexity))
        .flag("no_loop", rule.no_loop)
        .flag("once", rule.once)
        .flag("on_change", !rule.on_change.is_empty())
        .flag("undo", undo)
        .flag("several", several)
        .flag("chooses", search::chooses(rule))
        .flag("fails", rule.then.only_fails())
        .flag("may_fail", rule.then.may_fail())
        .other("bulk", bulk::emit_bulk(ruleset, entry))
        .numbers("gates", entry.gates.iter().copied())
        .list("elements", elements)
        .list("facts", facts)
}

/// The expression of type `Element`.
pub(super) fn emit_element(rule: &Rule, context: &Context, element: &MatchElement) -> TokenStream {
    let steps = |element: ElementId| match context.places[&element] {
        Place::LeftOf(steps) | Place::Token(steps) => int(steps as usize),
        _ => unreachable!("a match is a token"),
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
            let kind = kind(fact_type);
            match context.places[&element] {
                Place::Gate(gate) => {
                    let gate = int(gate);
                    quote! { __rt::Element::Gate { gate: #gate, kind: #kind } }
                }
                Place::Whole(place) => {
                    let place = int(place as usize);
                    quote! { __rt::Element::Whole { place: #place, kind: #kind } }
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
pub(in crate::generate) fn emit_salience(rule: &Rule) -> TokenStream {
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
