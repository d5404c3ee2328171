//! Generates what a clock makes of a ruleset: where the clock stands in working memory, the times of events, and spans
//! with a unit as values.

use proc_macro2::{Group, Ident, Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens as _, format_ident, quote, quote_spanned};

use crate::analysis::needed::{Needed, needed};
use crate::analysis::spans::Sum;
use crate::hir::{ClockType, Event, FactType, FactTypeId, KnownClock, Ruleset};
use crate::span_literal::{MacroCall, SpanLiteral};

use super::fragments::{first_span, located};
use super::names::Names;

/// The field of working memory that is the clock.
pub(super) fn clock_field(ruleset: &Ruleset) -> Option<Ident> {
    ruleset.clock.as_ref().map(|_| format_ident!("the_clock"))
}

/// The type of that field; `private` is what the runtime has for generated code.
pub(super) fn clock_type(
    clock: &ClockType,
    private: &TokenStream,
    mode: &TokenStream,
) -> TokenStream {
    let ty = &clock.ty;
    quote! { #private::Clock<#ty, #mode> }
}

/// The impls that say that sessions have a clock, and which facts are events.
pub(super) fn emit_clock(ruleset: &Ruleset, names: &Names) -> TokenStream {
    let (Some(clock), Some(field)) = (&ruleset.clock, clock_field(ruleset)) else {
        return TokenStream::new();
    };
    let Names {
        program,
        memory,
        mode,
        ..
    } = names;
    let ty = &clock.ty;
    let state = clock_type(clock, &quote! { __rt }, mode);
    let (error, failed) = match &ruleset.error {
        None => (
            quote! { __rules::ClockError },
            quote! { match __failure.error {} },
        ),
        Some(error) => (
            quote! { __rules::AdvanceError<#error> },
            quote! { __rt::advance_error(__failure) },
        ),
    };
    let events = needed(ruleset).into_iter().filter_map(|needed| {
        let fact_type = &ruleset.fact_types[needed.fact_type.0];
        let event = fact_type.event.as_ref()?;
        Some(emit_event(program, clock, fact_type, event, &needed))
    });
    let generated = super::generated();
    quote! {
        #generated
        impl __rt::Clocked for #program {
            type Time = #ty;
            type AdvanceError = #error;

            fn clock(__memory: &#memory) -> &#state {
                &__memory.#field
            }

            fn clock_mut(__memory: &mut #memory) -> &mut #state {
                &mut __memory.#field
            }

            fn failed(__failure: __rules::RuleError<Self::Error, Self::Rule>) -> Self::AdvanceError {
                #failed
            }
        }

        #(#events)*

        #[allow(dead_code)]
        #generated
        fn __now(__memory: &#memory) -> #ty {
            __rt::now::<#program>(__memory)
        }

        #[allow(dead_code)]
        #generated
        fn __seen(__memory: &#memory) -> #ty {
            __rt::seen::<#program>(__memory)
        }
    }
}

fn emit_event(
    program: &Ident,
    clock: &ClockType,
    fact_type: &FactType,
    event: &Event,
    needed: &Needed,
) -> TokenStream {
    let ty = &clock.ty;
    let path = &fact_type.path;
    let read = |member: &syn::Member| {
        let span = first_span(member);
        let fact = located(quote! { __event }, span);
        // A word of its own, so that rustc says at the field what is wrong with its type.
        quote_spanned! {span=> {
            let __time = #fact.#member;
            __rt::InstantOf::<#ty>::__instant(__time)
        } }
    };
    let begins = read(&event.at);
    let ends = event.until.as_ref().map(|until| {
        let ends = read(until);
        quote! { fn ends(__event: &#path) -> #ty { #ends } }
    });
    let expires = event.expires.as_ref().map(|expires| {
        let check = clock.span_check(expires);
        quote! {
            fn expires() -> ::core::option::Option<<#ty as __rules::Time>::Span> {
                #check
                ::core::option::Option::Some(#expires)
            }
        }
    });
    // One that ends before it begins, as it may by mistake, is not there before it begins.
    let end = if event.until.is_some() {
        let time = |which: &str| {
            let which = Ident::new(which, Span::call_site());
            quote! { <Self as __rt::Event<#path>>::#which(__event) }
        };
        let [begins, ends] = ["begins", "ends"].map(time);
        quote! { ::core::cmp::Ord::max(#begins, #ends) }
    } else {
        quote! { <Self as __rt::Event<#path>>::ends(__event) }
    };
    let needed = needed.span().filter(|_| event.expires.is_none());
    let needed = needed.map(|needed| {
        let after = |sum: &Sum| {
            let first = quote! { ::core::option::Option::Some(__end) };
            sum.spans.iter().fold(first, |instant, span| {
                quote! { #instant.and_then(|__instant: #ty| __rt::later(__instant, #span)) }
            })
        };
        let instants = needed.0.iter().map(after);
        let until = instants.reduce(|one, other| quote! { __rt::latest(#one, #other) });
        quote! {
            fn needed(__event: &#path) -> ::core::option::Option<#ty> {
                let __end = #end;
                #until
            }
        }
    });
    let generated = super::generated();
    quote! {
        #generated
        impl __rt::Event<#path> for #program {
            fn begins(__event: &#path) -> #ty { #begins }
            #ends
            #expires
            #needed
        }
    }
}

/// The constant of a type of events that says which pending activations may rest on them.
fn emit_rested_on(ruleset: &Ruleset, id: FactTypeId) -> Option<TokenStream> {
    let needed = needed(ruleset).into_iter().find(|of| of.fact_type == id)?;
    let groups = needed.rested_on.iter();
    let groups = groups.map(|group| {
        let number = group.map_or(0, |group| group.0 + 1);
        Literal::usize_unsuffixed(number)
    });
    let groups: Vec<Literal> = groups.collect();
    (!groups.is_empty()).then(|| {
        quote! { const RESTED_ON: &'static [::core::primitive::u32] = &[#(#groups),*]; }
    })
}

/// What the runtime asks of a fact type whose facts are events.
pub(super) fn emit_hooks(ruleset: &Ruleset, id: FactTypeId, memory: &Ident) -> Option<TokenStream> {
    let fact_type = &ruleset.fact_types[id.0];
    let path = &fact_type.path;
    if fact_type
        .site
        .as_ref()
        .is_some_and(|site| site.waits.is_some())
    {
        return Some(quote! {
            const EVENT: ::core::primitive::bool = true;

            fn schedule(__memory: &mut #memory, __date: u64) {
                __rt::schedule_to_come::<Self, #path>(__memory, __date, |__of| __of.asked.0);
            }
        });
    }
    fact_type.event.as_ref()?;
    let rested_on = emit_rested_on(ruleset, id);
    Some(quote! {
        const EVENT: ::core::primitive::bool = true;
        #rested_on

        fn lies_ahead(__memory: &#memory, __event: &#path) -> ::core::primitive::bool {
            __rt::lies_ahead::<Self, #path>(__memory, __event)
        }

        fn keeps_time(__before: &#path, __after: &#path) -> ::core::primitive::bool {
            __rt::keeps_time::<Self, #path>(__before, __after)
        }

        fn schedule(__memory: &mut #memory, __date: u64) {
            __rt::schedule::<Self, #path>(__memory, __date);
        }

        fn late(__memory: &#memory) -> u64 {
            __rt::late::<Self, #path>(__memory)
        }
    })
}

/// The constant of `Conditions` that says that there are events, and what turns the clock; `memory` is the type of working
/// memory.
pub(super) fn emit_has_events(ruleset: &Ruleset, memory: &Ident) -> Option<TokenStream> {
    let mut types = ruleset.fact_types.iter();
    let has = types.any(|fact_type| {
        let site = fact_type.site.as_ref();
        fact_type.event.is_some() || site.is_some_and(|site| site.waits.is_some())
    });
    has.then(|| {
        quote! {
            const EVENTS: ::core::primitive::bool = true;

            fn turn_clock(__memory: &mut #memory) {
                __rt::turn_clock::<Self>(__memory);
            }
        }
    })
}

/// Code with spans that have a unit as values of the clock's. What stands in the arguments of a macro stays.
pub(super) fn with_spans(ruleset: &Ruleset, code: TokenStream) -> TokenStream {
    match &ruleset.clock {
        Some(clock) if clock.known != KnownClock::Integer => lower(code, &clock.ty),
        _ => code,
    }
}

fn lower(code: TokenStream, ty: &syn::Type) -> TokenStream {
    let mut lowered = TokenStream::new();
    let mut call = MacroCall::default();
    for token in code {
        let is_arguments = call.is_arguments(&token);
        match token {
            TokenTree::Group(group) if !is_arguments => {
                let mut inner = Group::new(group.delimiter(), lower(group.stream(), ty));
                inner.set_span(group.span());
                lowered.extend([TokenTree::Group(inner)]);
            }
            TokenTree::Literal(literal) => lowered.extend(lower_literal(literal, ty)),
            token => lowered.extend([token]),
        }
    }
    lowered
}

fn lower_literal(literal: Literal, ty: &syn::Type) -> TokenStream {
    match SpanLiteral::parse(&literal.to_string()) {
        Some(SpanLiteral::Milliseconds(span)) => {
            let milliseconds = Literal::u64_suffixed(span);
            let at: Span = literal.span();
            quote_spanned! {at=> __rt::span::<#ty>(#milliseconds) }
        }
        Some(SpanLiteral::TooLong) | None => literal.into_token_stream(),
    }
}
