//! Generates recursive queries: a question is answered by the conditions, over tables of what has been asked.
//!
//! The method makes the tables, notes its own question in them, and lets each question be answered in its turn until
//! no answer is new.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned as _;

use crate::hir::{Query, Ruleset};

use super::super::literals::int;

/// The tables of all recursive queries, and what answers their questions; nothing where there are none.
pub(super) fn emit_tables(ruleset: &Ruleset) -> (TokenStream, TokenStream) {
    let recursive: Vec<&Query> = ruleset.queries.iter().filter(|q| q.recursive).collect();
    if recursive.is_empty() {
        return (TokenStream::new(), TokenStream::new());
    }
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
        let rows = quote! { self.#body(__asked, #(#params),*) };
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
                    __asking: ::core::default::Default::default(),
                    #(#names: __rt::Answers::new(#numbers),)*
                }
            }
        }

        const _: fn() = || {
            fn __is_ordered<T: ::core::cmp::Ord + ::core::hash::Hash + ::core::clone::Clone>() {}
            #(#checks)*
        };
    };
    let answer = quote! {
        /// Answers the questions that have been asked, and those that come up, until no answer is new.
        fn __answer(&self, __asked: &__Asked) {
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

/// The method that answers one question by the conditions.
pub(super) fn body_name(query: &Query) -> Ident {
    format_ident!("__answer_{}", super::names::plain(&query.rule.name))
}

/// The body of the method that users call.
pub(super) fn emit_asking(query: &Query) -> TokenStream {
    let name = &query.rule.name;
    let params = query.params.iter();
    let params = params.map(|(variable, _)| &query.rule.variables[variable.0].name);
    let answers = if query.select.is_some() {
        quote! { __rules::Rows::__of(__answers) }
    } else {
        quote! { !__answers.is_empty() }
    };
    quote! {
        let __asked = __Asked::__new();
        let __arguments = (#(#params,)*);
        __asked.#name.ask(&__asked.__asking, ::core::clone::Clone::clone(&__arguments));
        self.__answer(&__asked);
        let __answers = __asked.#name.all(&__arguments);
        #answers
    }
}
