//! Generates recursive queries: a question is answered by the conditions, over tables of what has been asked.
//!
//! A function makes the tables, notes a question in them, and lets each question be answered in its turn until no answer
//! is new. The method of the session calls it, and so do queries outside the circle.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned as _;

use crate::hir::{Expression, Query, Ruleset};
use crate::names::asks;
use crate::plan::MatchElement;

use super::super::generated;
use super::super::literals::{int, kind};
use super::super::names::Names;
use super::super::scope::Scope;

/// The tables of all recursive queries, and what answers their questions; nothing where there are none.
pub(super) fn emit_tables(ruleset: &Ruleset, names: &Names) -> (TokenStream, TokenStream) {
    let recursive: Vec<&Query> = ruleset.queries.iter().filter(|q| q.recursive).collect();
    if recursive.is_empty() {
        return (TokenStream::new(), TokenStream::new());
    }
    let state = state(names);
    let names: Vec<&Ident> = recursive.iter().map(|query| &query.rule.name).collect();
    let numbers: Vec<_> = (0..recursive.len()).map(int).collect();
    let types = recursive.iter().map(|query| {
        let params = query.params.iter().map(|(_, ty)| ty);
        let result = query.select.as_ref().map(|(ty, _)| ty);
        let result = result.map_or_else(|| quote! { () }, |ty| quote! { #ty });
        quote! { __rt::Answers<(#(#params,)*), #result> }
    });
    let checks = recursive.iter().map(|query| {
        let params = query.params.iter().map(|(_, ty)| ty);
        let types = params.chain(query.select.iter().map(|(ty, _)| ty));
        let checks = types.map(|ty| quote_spanned! { ty.span()=> __is_ordered::<#ty>(); });
        quote! { #(#checks)* }
    });
    let arms = recursive.iter().zip(&numbers).map(|(query, number)| {
        let (name, body) = (&query.rule.name, body_name(query));
        let params = query.params.iter();
        let params: Vec<&Ident> = params
            .map(|(variable, _)| &query.rule.variables[variable.0].name)
            .collect();
        let rows = quote! { #body(__memory, __network, __asked, #(#params),*) };
        let rows = if query.select.is_some() {
            rows
        } else {
            quote! { (#rows).then_some(()) }
        };
        quote! {
            #number => {
                let (#(#params,)*) = __asked.#name.arguments(__question);
                let __rows = #rows;
                __asked.#name.answer(&__asked.__asking, __question, __rows);
            }
        }
    });
    let tables = quote! {
        #[allow(dead_code)]
        struct __Asked {
            __asking: __rt::Asking,
            #(#names: #types,)*
        }

        #[allow(dead_code)]
        impl __Asked {
            fn __new() -> Self {
                __Asked {
                    __asking: <__rt::Asking as ::core::default::Default>::default(),
                    #(#names: __rt::Answers::new(#numbers),)*
                }
            }

            /// The same, where each answer is noted with what it is found by.
            fn __noting() -> Self {
                __Asked { __asking: __rt::Asking::noting(), ..Self::__new() }
            }

            fn __found_by(&self, __query: ::core::primitive::usize, __question: ::core::primitive::usize, __answer: ::core::primitive::usize) -> __rt::Vec<__rt::FoundBy> {
                match __query {
                    #(#numbers => self.#names.found_by(__question, __answer),)*
                    _ => __rt::Vec::new(),
                }
            }
        }

        const _: fn() = || {
            fn __is_ordered<T: ::core::cmp::Ord + ::core::hash::Hash + ::core::clone::Clone>() {}
            #(#checks)*
        };
    };
    let generated = generated();
    let answer = quote! {
        /// Answers the questions that have been asked, and those that come up, until no answer is new.
        #generated
        #[allow(deprecated)]
        fn __answer(#state, __asked: &__Asked) {
            while let ::core::option::Option::Some((__query, __question)) = __asked.__asking.next() {
                match __query {
                    #(#arms)*
                    _ => {}
                }
            }
        }
    };
    (tables, answer)
}

/// The parameters by which functions read a session's state.
pub(super) fn state(names: &Names) -> TokenStream {
    let Names { memory, mode, .. } = names;
    quote! { __memory: &#memory, __network: &__rt::Network<#mode> }
}

/// The name of the function that answers one question by the conditions.
fn body_name(query: &Query) -> Ident {
    format_ident!("__answer_{}", super::names::plain(&query.rule.name))
}

/// The function that answers one question of a recursive query.
pub(super) fn emit_answering(
    names: &Names,
    query: &Query,
    result: Option<&syn::Type>,
    body: &TokenStream,
) -> TokenStream {
    let (name, attrs, state) = (body_name(query), &query.rule.attrs, state(names));
    let params = parameters(query);
    let result = result.map_or_else(|| quote! { bool }, |ty| quote! { __rt::Vec<#ty> });
    let generated = generated();
    quote! {
        #generated
        #(#attrs)*
        fn #name(#state, __asked: &__Asked, #params) -> #result {
            #body
        }
    }
}

/// Notes a result, and what it is found by. Answers are a set: they have no order.
pub(super) fn emit_row(
    elements: &[MatchElement],
    mut scope: Scope<'_>,
    ty: &syn::Type,
    select: &Expression,
) -> TokenStream {
    scope.needs(&select.needs);
    let note = emit_note(elements, &scope);
    let expr = scope.value(&select.expr, &select.needs);
    let bindings = scope.finish();
    quote! {
        #bindings
        let __row: #ty = #expr;
        #note
        __rows.push(__row);
    }
}

/// Notes what a match of the conditions is made of.
pub(super) fn emit_note(elements: &[MatchElement], scope: &Scope<'_>) -> TokenStream {
    let rule = scope.rule();
    let parts = elements.iter().filter_map(|element| match *element {
        MatchElement::Fact(element) => {
            let kind = kind(rule.pattern_type(element)?);
            let slot = scope.slot(element);
            Some(quote! { __rt::FoundBy::Fact(#kind, #slot) })
        }
        MatchElement::Each(element) => {
            let is_read = rule.each(element).asked;
            is_read.then(|| quote! { __rt::FoundBy::Read })
        }
        MatchElement::Branch(_) | MatchElement::Group(_) => None,
    });
    quote! { __asked.__asking.note(&[#(#parts),*]); }
}

/// The function that asks a question, with tables of its own.
pub(super) fn emit_asking(names: &Names, query: &Query, result: Option<&syn::Type>) -> TokenStream {
    let name = &query.rule.name;
    let (asks, state, generated) = (asks(name), state(names), generated());
    let (params, arguments) = (parameters(query), arguments(query));
    let answers = if query.select.is_some() {
        quote! { __rules::Rows::__of(__answers) }
    } else {
        quote! { !__answers.is_empty() }
    };
    let result = result.map_or_else(|| quote! { bool }, |ty| quote! { __rules::Rows<#ty> });
    quote! {
        #generated
        fn #asks(#state, #params) -> #result {
            let __asked = __Asked::__new();
            let __arguments = (#(#arguments,)*);
            ::core::mem::drop(__asked.#name.ask(&__asked.__asking, ::core::clone::Clone::clone(&__arguments)));
            __answer(__memory, __network, &__asked);
            let __answers = __asked.#name.all(&__arguments);
            #answers
        }
    }
}

/// The call of that function with the parameters of the method that users call.
pub(super) fn emit_call(query: &Query) -> TokenStream {
    let (asks, arguments) = (asks(&query.rule.name), arguments(query));
    quote! { #asks(__memory, __network, #(#arguments),*) }
}

fn parameters(query: &Query) -> TokenStream {
    let params = query.params.iter().map(|(variable, ty)| {
        let name = &query.rule.variables[variable.0].name;
        quote! { #name: #ty }
    });
    quote! { #(#params),* }
}

fn arguments(query: &Query) -> Vec<&Ident> {
    let params = query.params.iter();
    let params = params.map(|(variable, _)| &query.rule.variables[variable.0].name);
    params.collect()
}
