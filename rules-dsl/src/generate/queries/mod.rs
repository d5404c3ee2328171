//! Generates queries: a method each, of loops within loops over indexed facts.

mod asked;
mod lifetimes;
mod lookup;
mod recursive;
mod watches;

use std::collections::BTreeMap;

use proc_macro2::TokenStream;
use quote::quote;

use crate::hir::{Expression, Query, RuleId, Ruleset};
use crate::network::{Context, Network};
use crate::plan::{MatchElement, Nest, Plans, longest};
use crate::resolve::is_session_method;

use super::definitions::Definitions;
use super::literals::int;
use super::loops::{LoopWriter, emit_order};
use super::names::{self, Names};
use super::scope::Scope;
use super::view::View;

pub(super) use asked::{emit_answers, emit_sites};
use lifetimes::{Lent, may_borrow};
use lookup::Lookup;

/// The methods.
pub(super) fn emit_queries(
    ruleset: &Ruleset,
    plans: &Plans,
    network: &Network,
    definitions: &Definitions<'_>,
    names: &Names,
) -> TokenStream {
    let mut functions = asked::emit_instants(ruleset, definitions, names);
    if ruleset.queries.is_empty() {
        return functions;
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
                    (id, query, select),
                    plans.joined(id),
                    &Lookup {
                        network,
                        indexes: &indexed.indexes,
                    },
                )
            },
        );
        let result = select.map(|(ty, _)| ty);
        if let Some(of) = query.asks {
            functions.extend(asked::emit_questions(ruleset, names, (query, of), &body));
            return TokenStream::new();
        }
        if query.recursive {
            functions.extend(recursive::emit_asking(names, query, result.as_ref()));
            functions.extend(recursive::emit_answering(
                names,
                query,
                result.as_ref(),
                &body,
            ));
        }
        let body = if query.recursive {
            recursive::emit_call(query)
        } else {
            body
        };
        if is_session_method(&names::plain(&query.rule.name), ruleset.clock.is_some()) {
            // It has been reported.
            return TokenStream::new();
        }
        let read = quote! { let (__memory, __network) = self.session.__read(); };
        let body = quote! { #read #body };
        emit_method(query, lent.as_ref(), result.as_ref(), &body)
    });
    let methods: Vec<TokenStream> = methods.collect();
    let (tables, answer) = recursive::emit_tables(ruleset, names);
    let watches = watches::emit_watches(ruleset);
    let (name, generated) = (&ruleset.name, super::generated());
    quote! {
        #tables

        #answer
        #functions

        #generated
        impl<L_: __rules::Listener> #name<L_> {
            #(#methods)*
            #watches
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
    (id, query, select): (RuleId, &Query, Option<(&syn::Type, &Expression)>),
    nests: &[Nest],
    style: &Lookup<'_>,
) -> TokenStream {
    let context = Context::of_locals(ruleset, id, BTreeMap::new());
    let mut scope = Scope::new(ruleset, definitions, &context, View::of_locals());
    scope.lends = select.is_some_and(|(ty, _)| may_borrow(ruleset, ty));
    let writer = LoopWriter::new(style);
    match select {
        None => {
            let search = writer.search(nests, &[], &scope, &|elements, scope| {
                let note = query
                    .recursive
                    .then(|| recursive::emit_note(elements, &scope));
                quote! { #note return true; }
            });
            quote! {
                #search
                false
            }
        }
        Some((ty, select)) if query.recursive => {
            let search = writer.search(nests, &[], &scope, &|elements, scope| {
                recursive::emit_row(elements, scope, ty, select)
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
                emit_row(elements, scope, length, ty, select)
            });
            let key_length = int(length);
            quote! {
                let mut __rows: __rt::Vec<([u64; #key_length], #ty)> = __rt::Vec::new();
                #search
                __rules::Rows::__in_order(__rows)
            }
        }
    }
}

/// Notes a result, with what orders it.
fn emit_row(
    elements: &[MatchElement],
    mut scope: Scope<'_>,
    length: usize,
    ty: &syn::Type,
    select: &Expression,
) -> TokenStream {
    scope.needs(&select.needs);
    let key = emit_order(elements, &scope, length);
    let expr = scope.value(&select.expr, &select.needs);
    let bindings = scope.finish();
    quote! {
        #bindings
        let __row: #ty = #expr;
        __rows.push((#key, __row));
    }
}
