//! Generates queries: a method each, of loops within loops over indexed facts.

mod lifetimes;
mod lookup;
mod recursive;
mod watches;

use std::collections::BTreeMap;

use proc_macro2::TokenStream;
use quote::quote;

use crate::hir::{Expression, Query, RuleId, Ruleset};
use crate::network::{self, Context, Network};
use crate::plan::{Nest, Plans, longest};

use super::definitions::Definitions;
use super::literals::int;
use super::loops::{LoopWriter, emit_order};
use super::names;
use super::scope::Scope;
use super::view::View;

use lifetimes::{Lent, may_borrow};
use lookup::Lookup;

/// The methods.
pub(super) fn emit_queries(
    ruleset: &Ruleset,
    plans: &Plans,
    network: &Network,
    definitions: &Definitions<'_>,
) -> TokenStream {
    if ruleset.queries.is_empty() {
        return TokenStream::new();
    }
    let methods = ruleset.queries.iter().enumerate().map(|(number, query)| {
        let lent = Lent::of(query);
        let select = query.select.as_ref().map(|(ty, select)| {
            let ty = lent
                .as_ref()
                .map_or_else(|| ty.clone(), |lent| lent.result(ty));
            (ty, select)
        });
        let body = network.queries.get(number).map_or_else(
            // There are errors: the method is there for what calls it.
            || quote! { ::core::unimplemented!() },
            |indexed| {
                let id = RuleId(ruleset.rules.len() + number);
                let select = select.as_ref().map(|(ty, select)| (ty, *select));
                emit_body(
                    ruleset,
                    definitions,
                    (id, select, query.recursive),
                    plans.joined(id),
                    indexed,
                )
            },
        );
        let result = select.map(|(ty, _)| ty);
        if query.recursive {
            let asking = recursive::emit_asking(query);
            let method = emit_method(query, None, result.as_ref(), &asking);
            let answering = emit_answering(query, result.as_ref(), &body);
            return quote! { #method #answering };
        }
        emit_method(query, lent.as_ref(), result.as_ref(), &body)
    });
    let (tables, answer) = recursive::emit_tables(ruleset);
    let watches = watches::emit_watches(ruleset);
    let (name, generated) = (&ruleset.name, super::generated());
    quote! {
        #tables

        #generated
        impl<L_: __rules::Listener> #name<L_> {
            #(#methods)*
            #answer
            #watches
        }
    }
}

/// The method that answers one question of a recursive query.
fn emit_answering(query: &Query, result: Option<&syn::Type>, body: &TokenStream) -> TokenStream {
    let (name, attrs) = (recursive::body_name(query), &query.rule.attrs);
    let params = query.params.iter().map(|(variable, ty)| {
        let name = &query.rule.variables[variable.0].name;
        quote! { #name: #ty }
    });
    let result = result.map_or_else(|| quote! { bool }, |ty| quote! { __rt::Vec<#ty> });
    quote! {
        #(#attrs)*
        #[allow(unused_variables, clippy::needless_pass_by_value)]
        fn #name(&self, __asked: &__Asked, #(#params),*) -> #result {
            #body
        }
    }
}

fn emit_method(
    query: &Query,
    lent: Option<&Lent>,
    result: Option<&syn::Type>,
    body: &TokenStream,
) -> TokenStream {
    let Query {
        vis, rule, params, ..
    } = query;
    let (name, attrs) = (&rule.name, &rule.attrs);
    let docs = if rule.docs.is_empty() {
        vec![format!(" The query `{}`.", names::plain(name))]
    } else {
        rule.docs.iter().map(|line| format!(" {line}")).collect()
    };
    let params = params.iter().map(|(variable, ty)| {
        let name = &rule.variables[variable.0].name;
        let ty = lent.map_or_else(|| ty.clone(), |lent| lent.parameter(*variable, ty));
        quote! { #name: #ty }
    });
    let result = result.map_or_else(|| quote! { bool }, |ty| quote! { __rules::Rows<#ty> });
    let lifetime = lent.map(|lent| &lent.lifetime);
    let generics = lifetime.map(|lifetime| quote! { <#lifetime> });
    quote! {
        #(#[doc = #docs])*
        #(#attrs)*
        #vis fn #name #generics(& #lifetime self, #(#params),*) -> #result {
            #body
        }
    }
}

fn emit_body(
    ruleset: &Ruleset,
    definitions: &Definitions<'_>,
    (id, select, is_set): (RuleId, Option<(&syn::Type, &Expression)>, bool),
    nests: &[Nest],
    network::Query { indexes }: &network::Query,
) -> TokenStream {
    let context = Context::of_locals(ruleset, id, BTreeMap::new());
    let mut scope = Scope::new(ruleset, definitions, &context, View::of_locals());
    scope.lends = select.is_some_and(|(ty, _)| may_borrow(ruleset, ty));
    let style = Lookup { indexes };
    let writer = LoopWriter::new(&style);
    let search = match select {
        None => {
            let search = writer.search(nests, &[], &scope, &|_, _| quote! { return true; });
            quote! {
                #search
                false
            }
        }
        // What answers a question goes into a set, which puts it in order at the end.
        Some((ty, select)) if is_set => {
            let search = writer.search(nests, &[], &scope, &|_, scope| {
                emit_row(scope, None, ty, select)
            });
            quote! {
                let mut __rows: __rt::Vec<#ty> = __rt::Vec::new();
                #search
                __rows
            }
        }
        Some((ty, select)) => {
            let length = longest(ruleset.rule(id), nests);
            let search = writer.search(nests, &[], &scope, &|elements, scope| {
                let key = emit_order(elements, &scope, length);
                emit_row(scope, Some(&key), ty, select)
            });
            let key_length = int(length);
            quote! {
                let mut __rows: __rt::Vec<([u64; #key_length], #ty)> = __rt::Vec::new();
                #search
                __rules::Rows::__in_order(__rows)
            }
        }
    };
    quote! {
        let (__memory, __network) = self.session.__read();
        #search
    }
}

/// Notes a result, with what orders it, if anything does.
fn emit_row(
    mut scope: Scope<'_>,
    key: Option<&TokenStream>,
    ty: &syn::Type,
    select: &Expression,
) -> TokenStream {
    scope.needs(&select.needs);
    let expr = scope.value(&select.expr, &select.needs);
    let bindings = scope.finish();
    let row = key.map_or_else(|| quote! { __row }, |key| quote! { (#key, __row) });
    quote! {
        #bindings
        let __row: #ty = #expr;
        __rows.push(#row);
    }
}
