//! Generates the answers of recursive queries that rules ask: what is asked at a call, and what the query answers.

use std::collections::BTreeMap;

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use crate::analysis::asked::{guards, waiting};
use crate::hir::{FactTypeId, Query, Ruleset, Site};
use crate::names;
use crate::network::Context;

use super::super::definitions::Definitions;
use super::super::generated;
use super::super::names::Names;
use super::super::scope::Scope;
use super::super::view::View;
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
    ruleset: &Ruleset,
    names: &Names,
    of: FactTypeId,
) -> TokenStream {
    let fact_type = &ruleset.fact_types[of.0];
    let path = &fact_type.path;
    let state = state(names);
    let name = name(of);
    let lasts = waiting(ruleset, of).map(|_| {
        quote! { const LASTS: ::core::primitive::bool = true; }
    });
    let site = fact_type.site.as_ref();
    let is_called = site.is_none_or(|site| site.waits.is_none());
    let because = is_called.then(|| {
        let because = because(of);
        quote! {
            fn because(
                #state,
                __of: &#path,
            ) -> ::core::option::Option<(
                &'static ::core::primitive::str,
                __rt::Vec<(__rt::KindId, __rt::Slot)>,
            )> {
                ::core::option::Option::Some(#because(__memory, __network, __of))
            }
        }
    });
    quote! {
        #lasts

        fn answers(#state) -> __rt::Vec<#path> {
            #name(__memory, __network)
        }

        #because

        fn order_answers(__a: &#path, __b: &#path) -> ::core::cmp::Ordering {
            ::core::cmp::Ord::cmp(__a, __b)
        }
    }
}

/// The functions that find for which instants is waited, of those that facts tell as they come.
pub(super) fn emit_instants(
    ruleset: &Ruleset,
    definitions: &Definitions<'_>,
    names: &Names,
) -> TokenStream {
    let types = (0..ruleset.fact_types.len()).map(FactTypeId);
    let instants = types.filter_map(|of| emit_instants_of(ruleset, definitions, names, of));
    instants.collect()
}

/// The instants that the facts of the change tell. They stay until these, whatever becomes of the facts.
fn emit_instants_of(
    ruleset: &Ruleset,
    definitions: &Definitions<'_>,
    names: &Names,
    of: FactTypeId,
) -> Option<TokenStream> {
    let (id, element) = waiting(ruleset, of)?;
    let fact_type = &ruleset.fact_types[of.0];
    let question = &fact_type.site.as_ref()?.question;
    let slab = &ruleset.fact_types[ruleset.rule(id).pattern_type(element)?.0].slab;
    let slot = super::super::names::local(element);
    let context = Context::of_slots(ruleset, id, BTreeMap::new());
    let mut view = View::of_locals();
    view.on_mismatch = quote! { continue };
    let mut scope = Scope::new(ruleset, definitions, &context, view);
    scope.tests(&guards(ruleset, of, element)?);
    scope.needs(&question.needs);
    let asked = scope.value(&question.expr, &question.needs);
    let bindings = scope.finish();
    let (path, name, generated) = (&fact_type.path, name(of), generated());
    let (state, attrs) = (state(names), &ruleset.rule(id).attrs);
    Some(quote! {
        #generated
        #(#attrs)*
        fn #name(#state) -> __rt::Vec<#path> {
            let __now = __now(__memory);
            let mut __answers = __rt::Vec::new();
            for #slot in __memory.#slab.written() {
                #bindings
                let __asked = #asked;
                if __rt::is_to_come(__now, __asked.0) {
                    __answers.push(<#path>::new(__asked, ()));
                }
            }
            __answers.sort_unstable();
            __answers.dedup();
            __answers
        }
    })
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
    let (state, name, generated) = (state(names), name(of), generated());
    let answers = if site.waits.is_some() {
        quote! {
            let __now = __now(__memory);
            let __to_come = __questions.into_iter();
            let __to_come = __to_come.filter(|__asked| __rt::is_to_come(__now, __asked.0));
            __to_come.map(|__asked| <#path>::new(__asked, ())).collect()
        }
    } else {
        let called = names::ident(&site.query, query.rule.name.span());
        quote! {
            let __asked = __Asked::__new();
            for __question in &__questions {
                ::core::mem::drop(__asked.#called.ask(&__asked.__asking, ::core::clone::Clone::clone(__question)));
            }
            __answer(__memory, __network, &__asked);
            let __answers = __asked.#called.of(__questions).into_iter();
            let __answers = __answers.map(|(__asked, __answer)| <#path>::new(__asked, __answer));
            __answers.collect()
        }
    };
    let because = site
        .waits
        .is_none()
        .then(|| emit_because(names, (query, of), site, path));
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
            #answers
        }

        #because
    }
}

/// The function that says what an answer rests on.
fn emit_because(
    names: &Names,
    (query, of): (&Query, FactTypeId),
    site: &Site,
    path: &syn::Path,
) -> TokenStream {
    let (state, because, generated) = (state(names), because(of), generated());
    let called = names::ident(&site.query, query.rule.name.span());
    let query = &site.query;
    quote! {
        #generated
        fn #because(
            #state,
            __of: &#path,
        ) -> (
            &'static ::core::primitive::str,
            __rt::Vec<(__rt::KindId, __rt::Slot)>,
        ) {
            let __asked = __Asked::__noting();
            let __question = ::core::clone::Clone::clone(&__of.asked);
            ::core::mem::drop(__asked.#called.ask(&__asked.__asking, __question));
            __answer(__memory, __network, &__asked);
            let __answer = __asked.#called.find(&__of.asked, &__of.answer);
            let __facts = __rt::facts_of(__answer, |(__query, __question), __answer| {
                __asked.__found_by(__query, __question, __answer)
            });
            (#query, __facts)
        }
    }
}
