//! Names each Rust type that generated code asks something of: first of all in generation, which goes on with a model
//! of its own.
//!
//! A fact type and an accumulator are mentioned in many functions, the user wrote them once. After this
//! point all code mentions an alias, so a type that is not there, or has not the trait that it must have, is
//! one error of rustc's at the user's token, and not one at each mention.

mod inserts;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens as _, quote, quote_spanned};

use crate::hir::{Accumulate, ClockType, FactType, FactTypeId, Function, Query, Rule, Ruleset};
use crate::names::clock_alias;

use super::fragments::first_span;
use super::names;

use inserts::Inserts;

/// The model with aliases in the place of types, and their items.
pub(super) fn name_types(ruleset: &Ruleset) -> (Ruleset, TokenStream) {
    let inserts = Inserts::of(ruleset);
    let mut accumulators = Accumulators {
        ruleset: ruleset.name.clone(),
        runtime: ruleset.runtime.clone(),
        texts: Vec::new(),
        items: TokenStream::new(),
    };
    let (fact_types, mut items) = name_fact_types(ruleset);
    let rules = ruleset.rules.iter().map(|rule| Rule {
        accumulates: accumulators.name_in(&rule.accumulates),
        then: inserts.name_in(&rule.then),
        undo: rule.undo.as_ref().map(|undo| inserts.name_in(undo)),
        ..rule.clone()
    });
    let rules = rules.collect();
    let queries = ruleset.queries.iter().map(|query| Query {
        rule: Rule {
            accumulates: accumulators.name_in(&query.rule.accumulates),
            ..query.rule.clone()
        },
        ..query.clone()
    });
    let clock = name_clock(ruleset, &mut items);
    let named = Ruleset {
        clock,
        queries: queries.collect(),
        rules,
        fact_types,
        ..ruleset.clone()
    };
    items.extend(accumulators.items);
    (named, items)
}

/// Names the fact types that the ruleset does not declare; those that it declares are there.
fn name_fact_types(ruleset: &Ruleset) -> (Vec<FactType>, TokenStream) {
    let mut items = TokenStream::new();
    let types = ruleset
        .fact_types
        .iter()
        .enumerate()
        .map(|(id, fact_type)| {
            if fact_type.declaration.is_some() {
                return fact_type.clone();
            }
            let alias = names::fact_type(ruleset, FactTypeId(id));
            let path = &fact_type.path;
            items.extend(quote! {
                #[allow(non_camel_case_types)]
                type #alias = #path;
            });
            FactType {
                path: shown_at(&alias, first_span(path)).into(),
                ..fact_type.clone()
            }
        });
    (types.collect(), items)
}

/// Names the type of the clock. The alias asks in a constant whether it is one of time: where that does not compile,
/// neither is the alias any type.
fn name_clock(ruleset: &Ruleset, items: &mut TokenStream) -> Option<ClockType> {
    let (clock, runtime) = (ruleset.clock.as_ref()?, &ruleset.runtime);
    let ty = &clock.ty;
    let span = first_span(ty);
    let alias = clock_alias(&ruleset.name, Span::call_site());
    let is_time = quote_spanned! {span=> is_time::<#ty> };
    items.extend(quote! {
        #[allow(non_camel_case_types)]
        type #alias = <
            #runtime::generated::Checked<{ #runtime::generated::#is_time() }>
            as #runtime::generated::TimeAlias<#ty>
        >::Type;
    });
    let alias = shown_at(&alias, span);
    Some(ClockType {
        ty: syn::parse_quote! { #alias },
        ..*clock
    })
}

/// The accumulators of a ruleset, each named where it is first mentioned.
struct Accumulators {
    ruleset: Ident,
    runtime: syn::Path,
    /// The types, as they are written; the place of each is its number.
    texts: Vec<String>,
    items: TokenStream,
}

impl Accumulators {
    /// Accumulates with aliases in the place of accumulators.
    fn name_in(&mut self, accumulates: &[Accumulate]) -> Vec<Accumulate> {
        let named = accumulates.iter().map(|accumulate| {
            let function = match &accumulate.function {
                Function::User(ty, expr) => {
                    let alias = self.alias(ty);
                    Function::User(Box::new(syn::parse_quote! { #alias }), expr.clone())
                }
                function => function.clone(),
            };
            Accumulate {
                function,
                ..accumulate.clone()
            }
        });
        named.collect()
    }

    /// The alias of a type. It asks in a constant whether the type is an accumulator: where that does not
    /// compile, neither is the alias any type, and rustc says nothing of what is done with it.
    fn alias(&mut self, ty: &syn::Type) -> Ident {
        let (text, span) = (ty.to_token_stream().to_string(), first_span(ty));
        let known = self.texts.iter().position(|known| *known == text);
        let number = known.unwrap_or(self.texts.len());
        let alias = names::accumulator(&self.ruleset, number);
        if known.is_none() {
            self.texts.push(text);
            let runtime = &self.runtime;
            let is_accumulator = quote_spanned! { span=> is_accumulator::<#ty> };
            self.items.extend(quote! {
                #[allow(non_camel_case_types)]
                type #alias = <
                    #runtime::generated::Checked<{ #runtime::generated::#is_accumulator() }>
                    as #runtime::generated::Alias<#ty>
                >::Type;
            });
        }
        shown_at(&alias, span)
    }
}

/// A name of ours that stands for a token of the user's.
fn shown_at(alias: &Ident, at: Span) -> Ident {
    let mut alias = alias.clone();
    alias.set_span(at);
    alias
}
