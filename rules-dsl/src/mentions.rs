//! The types that patterns and inserts name, each at its place, beside what `generate` makes.
//!
//! Generated code names a fact type where it needs it, not once for each mention. An editor, to know what
//! stands there, must find the user's token in the expansion.

use std::collections::HashMap;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};

use crate::ast::{Condition, ConditionKind, Item, Ruleset};
use crate::hir;
use crate::resolve::{constructed_type, split_variant};

/// A function for each rule and query that is compiled, whose parameters are of the types that it names.
pub(crate) fn emit_mentions(ruleset: &Ruleset, compiled: &hir::Ruleset) -> TokenStream {
    let kinds = ruleset.items.iter().filter_map(|item| match item {
        Item::Kind(kind) => Some(&kind.name),
        _ => None,
    });
    let kinds: Vec<&Ident> = kinds.collect();
    let mut functions = TokenStream::new();
    // Of one with a mistake nothing is left that could stand for a type.
    let rules = compiled.rules.iter();
    let rules = rules.chain(compiled.queries.iter().map(|query| &query.rule));
    let compiled: HashMap<&Ident, &hir::Rule> = rules
        .filter(|rule| !rule.elements.is_empty())
        .map(|rule| (&rule.name, rule))
        .collect();
    let bodies = ruleset.bodies();
    let bodies = bodies.filter_map(|body| Some((compiled.get(body.name)?, body.when)));
    for (number, (rule, conditions)) in bodies.enumerate() {
        let mut types = Vec::new();
        push_types(conditions, &mut types);
        types.retain(|path| path.get_ident().is_none_or(|name| !kinds.contains(&name)));
        types.extend(rule.then.effects.iter().filter_map(inserted_type));
        if !types.is_empty() {
            let name = format_ident!("types_{number}", span = Span::call_site());
            functions.extend(quote! { fn #name(#(_: &#types),*) {} });
        }
    }
    if functions.is_empty() {
        return functions;
    }
    quote! {
        #[allow(unused, clippy::all, clippy::pedantic)]
        const _: () = { #functions };
    }
}

/// The type that an `insert` names.
fn inserted_type(effect: &hir::Effect) -> Option<syn::Path> {
    match &effect.kind {
        hir::EffectKind::Insert(insert) => constructed_type(&insert.fact).map(|(path, _)| path),
        _ => None,
    }
}

fn push_types(conditions: &[Condition], types: &mut Vec<syn::Path>) {
    for condition in conditions {
        match &condition.kind {
            ConditionKind::Pattern(pattern) => {
                types.push(split_variant(&pattern.path).0);
            }
            ConditionKind::Quantified(_, inner) => push_types(inner, types),
            ConditionKind::Forall { over, holds } => {
                push_types(over, types);
                push_types(holds, types);
            }
            ConditionKind::Either(branches) => {
                for branch in branches {
                    push_types(branch, types);
                }
            }
            ConditionKind::Accumulate(accumulate) => push_types(&accumulate.source, types),
            ConditionKind::Test(_)
            | ConditionKind::TestLet(..)
            | ConditionKind::Let(..)
            | ConditionKind::Lookup(_)
            | ConditionKind::For { .. }
            | ConditionKind::Due(_)
            | ConditionKind::Call(_) => {}
        }
    }
}
