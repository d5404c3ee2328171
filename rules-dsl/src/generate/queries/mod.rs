//! Generates queries: a method each, of loops within loops over indexed facts.

mod lookup;

use std::collections::BTreeMap;

use proc_macro2::TokenStream;
use quote::quote;

use crate::hir::{Expression, Query, RuleId, Ruleset};
use crate::network::{self, Context, Network};
use crate::plan::{MatchElement, Nest, Plans, longest};

use super::literals::int;
use super::loops::{LoopWriter, emit_order};
use super::members::Definitions;
use super::names;
use super::scope::Scope;
use super::view::View;

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
        let body = network.queries.get(number).map_or_else(
            // There are errors: the method is there for what calls it.
            || quote! { ::core::unimplemented!() },
            |indexed| {
                let id = RuleId(ruleset.rules.len() + number);
                emit_body(ruleset, definitions, (id, query), plans.joined(id), indexed)
            },
        );
        emit_method(query, &body)
    });
    let (name, generated) = (&ruleset.name, super::generated());
    quote! {
        #generated
        impl<L_: __rules::Listener> #name<L_> {
            #(#methods)*
        }
    }
}

fn emit_method(query: &Query, body: &TokenStream) -> TokenStream {
    let Query {
        vis,
        rule,
        params,
        select,
    } = query;
    let (name, attrs) = (&rule.name, &rule.attrs);
    let docs = if rule.docs.is_empty() {
        vec![format!(" The query `{}`.", names::plain(name))]
    } else {
        rule.docs.iter().map(|line| format!(" {line}")).collect()
    };
    let params = params.iter().map(|(variable, ty)| {
        let name = &rule.variables[variable.0].name;
        quote! { #name: #ty }
    });
    let result = select
        .as_ref()
        .map_or_else(|| quote! { bool }, |(ty, _)| quote! { __rules::Rows<#ty> });
    quote! {
        #(#[doc = #docs])*
        #(#attrs)*
        #vis fn #name(&self, #(#params),*) -> #result {
            #body
        }
    }
}

fn emit_body(
    ruleset: &Ruleset,
    definitions: &Definitions<'_>,
    (id, query): (RuleId, &Query),
    nests: &[Nest],
    network::Query { indexes }: &network::Query,
) -> TokenStream {
    let context = Context::of_locals(ruleset, id, BTreeMap::new());
    let mut scope = Scope::new(ruleset, definitions, &context, View::of_locals());
    scope.lends = true;
    let style = Lookup { indexes };
    let writer = LoopWriter::new(&style);
    let search = match &query.select {
        None => {
            let search = writer.search(nests, &[], &scope, &|_, _| quote! { return true; });
            quote! {
                #search
                false
            }
        }
        Some((ty, select)) => {
            let length = longest(&query.rule, nests);
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
    };
    quote! {
        let (__memory, __network) = self.session.__read();
        #search
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
    let expr = scope.lent(&select.expr, &select.needs);
    let bindings = scope.finish();
    quote! {
        #bindings
        let __row: #ty = #expr;
        __rows.push((#key, __row));
    }
}
