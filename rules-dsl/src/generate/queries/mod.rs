//! Generates queries: a method each, of loops within loops over indexed facts.

pub(super) mod accumulates;
pub(super) mod loops;

use proc_macro2::TokenStream;
use quote::quote;

use crate::hir::{ElementId, Expression, Query, Ruleset};
use crate::network::{self, Loops, MatchElement, Network};

use super::literals::int;
use super::members::Definitions;
use super::names;
use super::scope::Scope;
use super::view::View;

use loops::LoopWriter;

/// The methods.
pub(super) fn emit_queries(
    ruleset: &Ruleset,
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
            |planned| emit_body(ruleset, definitions, query, planned),
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
    query: &Query,
    planned: &network::Query,
) -> TokenStream {
    let Some(first) = planned.loops.first() else {
        unreachable!("conditions come to one nest of loops at the least");
    };
    let mut scope = Scope::new(ruleset, definitions, &first.context, View::of_locals());
    scope.lends = true;
    let writer = LoopWriter::default();
    let search = match &query.select {
        None => {
            let search = writer.loops(&planned.loops, &scope, &|_, _| quote! { return true; });
            quote! {
                #search
                false
            }
        }
        Some((ty, select)) => {
            let lengths = planned.loops.iter().map(|loops| loops.elements.len());
            let length = lengths.max().unwrap_or_default();
            let search = writer.loops(&planned.loops, &scope, &|loops, scope| {
                emit_row(loops, scope, length, ty, select)
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
    loops: &Loops,
    mut scope: Scope<'_>,
    length: usize,
    ty: &syn::Type,
    select: &Expression,
) -> TokenStream {
    scope.needs(&select.needs);
    let key = emit_order(&loops.elements, &scope, length);
    let expr = scope.lent(&select.expr, &select.needs);
    let bindings = scope.finish();
    quote! {
        #bindings
        let __row: #ty = #expr;
        __rows.push((#key, __row));
    }
}

/// What orders a match among the others: a number for each element, as many as `length`.
fn emit_order(elements: &[MatchElement], scope: &Scope<'_>, length: usize) -> TokenStream {
    let numbers = emit_numbers(elements, scope, |element| {
        let number = names::group(element);
        quote! { #number as u64 }
    });
    let rest = (elements.len()..length).map(|_| quote! { 0 });
    let numbers = numbers.chain(rest);
    quote! { [#(#numbers),*] }
}

/// The number of each element of a match; `group` is that of a group.
pub(super) fn emit_numbers(
    elements: &[MatchElement],
    scope: &Scope<'_>,
    group: impl Fn(ElementId) -> TokenStream,
) -> impl Iterator<Item = TokenStream> {
    elements.iter().map(move |element| match *element {
        MatchElement::Fact(element) => {
            let (slab, slot) = (scope.slab(element), scope.slot(element));
            quote! { __memory.#slab.place(#slot) }
        }
        MatchElement::Branch(branch) => {
            let branch = int(branch);
            quote! { #branch }
        }
        MatchElement::Each(element) => {
            let number = names::local(element);
            quote! { #number as u64 }
        }
        MatchElement::Group(element) => group(element),
    })
}
