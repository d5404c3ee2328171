//! Generates the answers of recursive queries that rules ask: what is asked at a call, and what the query answers.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use crate::hir::{FactTypeId, Query, Ruleset};
use crate::names;

use super::super::generated;
use super::super::names::Names;
use super::recursive::state;

/// The types that stand for calls, beside the user's own items.
pub(in crate::generate) fn emit_sites(ruleset: &Ruleset) -> TokenStream {
    let sites = ruleset.fact_types.iter().filter_map(|of| of.site.as_ref());
    let sites = sites.map(|site| {
        let (marker, query, runtime) = (&site.marker, &site.query, &ruleset.runtime);
        quote! {
            #[doc(hidden)]
            #[allow(non_camel_case_types, missing_debug_implementations, dead_code)]
            struct #marker;

            impl #runtime::generated::asked::Site for #marker {
                const QUERY: &'static ::core::primitive::str = #query;
            }
        }
    });
    sites.collect()
}

/// The function that gives the answers of a type.
fn name(of: FactTypeId) -> Ident {
    format_ident!("__answers_{}", of.0)
}

/// The function that says what one of them rests on.
fn because(of: FactTypeId) -> Ident {
    format_ident!("__because_{}", of.0)
}

/// The methods of the type's `Holds` impl.
pub(in crate::generate) fn emit_answers(
    names: &Names,
    of: FactTypeId,
    path: &syn::Path,
) -> TokenStream {
    let (state, name, because) = (state(names), name(of), because(of));
    quote! {
        fn answers(#state) -> __rt::Vec<#path> {
            #name(__memory, __network)
        }

        fn because(
            #state,
            __of: &#path,
        ) -> ::core::option::Option<(
            &'static ::core::primitive::str,
            __rt::Vec<(::core::primitive::u32, ::core::primitive::u32)>,
        )> {
            ::core::option::Option::Some(#because(__memory, __network, __of))
        }

        fn order_answers(__a: &#path, __b: &#path) -> ::core::cmp::Ordering {
            ::core::cmp::Ord::cmp(__a, __b)
        }
    }
}

/// The functions that find what a call asks, and the answers. The body finds the arguments of each partial match.
pub(super) fn emit_questions(
    ruleset: &Ruleset,
    names: &Names,
    (query, of): (&Query, FactTypeId),
    body: &TokenStream,
) -> TokenStream {
    let fact_type = &ruleset.fact_types[of.0];
    let Some(site) = &fact_type.site else {
        return TokenStream::new();
    };
    let (path, asked, attrs) = (&fact_type.path, &site.asked, &query.rule.attrs);
    let asks = format_ident!("__questions_{}", of.0);
    let called = names::ident(&site.query, query.rule.name.span());
    let (because, query) = (because(of), &site.query);
    let (state, name, generated) = (state(names), name(of), generated());
    quote! {
        #generated
        #(#attrs)*
        fn #asks(#state) -> __rules::Rows<#asked> {
            #body
        }

        #generated
        fn #name(#state) -> __rt::Vec<#path> {
            let mut __questions: __rt::Vec<#asked> = #asks(__memory, __network).collect();
            __questions.sort_unstable();
            __questions.dedup();
            let __asked = __Asked::__new();
            for __question in &__questions {
                __asked.#called.ask(&__asked.__asking, ::core::clone::Clone::clone(__question));
            }
            __answer(__memory, __network, &__asked);
            let __answers = __asked.#called.of(__questions).into_iter();
            let __answers = __answers.map(|(__asked, __answer)| <#path>::new(__asked, __answer));
            __answers.collect()
        }

        #generated
        fn #because(
            #state,
            __of: &#path,
        ) -> (
            &'static ::core::primitive::str,
            __rt::Vec<(::core::primitive::u32, ::core::primitive::u32)>,
        ) {
            let __asked = __Asked::__noting();
            let __question = ::core::clone::Clone::clone(&__of.asked);
            __asked.#called.ask(&__asked.__asking, __question);
            __answer(__memory, __network, &__asked);
            let __answer = __asked.#called.find(&__of.asked, &__of.answer);
            let __facts = __rt::facts_of(__answer, |(__query, __question), __answer| {
                __asked.__found_by(__query, __question, __answer)
            });
            (#query, __facts)
        }
    }
}
