//! Names each Rust type that generated code asks something of: first of all in generation.
//!
//! A fact type and an accumulator are mentioned in many functions, the user wrote them once. After this
//! point all code mentions an alias, so a type that is not there, or has not the trait that it must have, is
//! one error of rustc's at the user's token, and not one at each mention.

mod inserts;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens as _, quote, quote_spanned};

use crate::hir::{FactTypeId, Function, Ruleset};

use super::fragments::first_span;
use super::names;

/// Puts aliases in the place of types; answers their items.
pub(super) fn name_types(ruleset: &mut Ruleset) -> TokenStream {
    inserts::name_in_inserts(ruleset);
    let mut items = name_fact_types(ruleset);
    let mut accumulators = Accumulators {
        ruleset: ruleset.name.clone(),
        runtime: ruleset.runtime.clone(),
        texts: Vec::new(),
        items: TokenStream::new(),
    };
    let rules = ruleset.rules.iter_mut();
    let queries = ruleset.queries.iter_mut().map(|query| &mut query.rule);
    for rule in rules.chain(queries) {
        for accumulate in &mut rule.accumulates {
            if let Function::User(ty, _) = &mut accumulate.function {
                let alias = accumulators.alias(ty);
                **ty = syn::parse_quote! { #alias };
            }
        }
    }
    items.extend(accumulators.items);
    items
}

/// Names the fact types that the ruleset does not declare; those that it declares are there.
fn name_fact_types(ruleset: &mut Ruleset) -> TokenStream {
    let mut items = TokenStream::new();
    for id in 0..ruleset.fact_types.len() {
        let alias = names::fact_type(ruleset, FactTypeId(id));
        let fact_type = &mut ruleset.fact_types[id];
        if fact_type.declaration.is_some() {
            continue;
        }
        let path = &fact_type.path;
        items.extend(quote! {
            #[allow(non_camel_case_types)]
            type #alias = #path;
        });
        fact_type.path = shown_at(&alias, first_span(path)).into();
    }
    items
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
