//! Generates the impls of `Conditions` and `Program`, through which the runtime reaches the ruleset's types, tables
//! and functions.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned as _;

use crate::hir::Ruleset;
use crate::network::Network;

use super::arms::{Arms, method};
use super::graph::emit_graph;
use super::literals::{FieldSets, int};
use super::names::{self, Names};
use super::results;
use super::search;
use super::states::StateField;
use super::tables::emit_salience;
use super::time;

/// The impls.
pub(super) fn emit_program(
    ruleset: &Ruleset,
    network: &Network,
    names: &Names,
    states: &[StateField],
    arms: &Arms,
    plan: &TokenStream,
    position: impl Fn(Span) -> TokenStream,
) -> TokenStream {
    let Names {
        program,
        memory,
        globals,
        rules,
        mode,
        ..
    } = names;
    let name = ruleset.name.to_string();
    let infos = emit_rule_infos(ruleset, names, position);
    let graph = emit_graph(ruleset, network, names);
    let plan_fields = FieldSets::of(ruleset)
        .words()
        .map(|words| quote! { <[u64; #words]> });
    let writes = names.writes.emit();
    let search = search::emit_search(ruleset);
    let outcome = results::emit_outcome(ruleset);
    let facts = emit_facts(ruleset, names, states);
    let nodes = emit_nodes(names, arms);
    let matches = emit_matches(names, arms);
    let rules_do = emit_rules(ruleset, names, arms);
    let Arms {
        explain, look_ups, ..
    } = arms;
    let begin = super::decision_tables::emit_begin(ruleset);
    let covered = super::decision_tables::emit_covered(ruleset);
    let events = time::emit_has_events(ruleset, memory);
    let generated = super::generated();
    quote! {
        #generated
        impl __rt::Conditions for #program {
            type Memory = #memory;
            type Mode = #mode;

            const PLAN: &'static __rt::Plan #plan_fields = &#plan;
            #writes
            #events

            #facts
            #nodes
            #matches
        }

        #generated
        impl __rt::Program for #program {
            type Globals = #globals;
            type Rule = #rules;
            #outcome
            type Search = #search;

            const NAME: &'static str = #name;
            const RULES: &'static [__rules::RuleInfo<#rules>] = #infos;
            const NETWORK: &'static __rules::NetworkGraph = #graph;
            #look_ups

            #begin
            #rules_do

            #explain
            #covered
        }
    }
}

/// The methods about fact types.
fn emit_facts(ruleset: &Ruleset, names: &Names, states: &[StateField]) -> TokenStream {
    let memory = &names.memory;
    let types = ruleset.fact_types.iter().map(|fact_type| &fact_type.path);
    let ids = || 0..ruleset.fact_types.len();
    let slabs: Vec<&Ident> = ruleset.fact_types.iter().map(|of| &of.slab).collect();
    let kinds: Vec<_> = ids().map(int).collect();
    let bits: Vec<_> = ids().map(|id| int(id.min(63))).collect();
    let some = types.clone();
    let copies = ruleset.fact_types.iter().map(|fact_type| {
        let path = &fact_type.path;
        if ruleset.backtrack {
            quote_spanned! { path.span()=> __rt::copies::<#path>() }
        } else {
            quote! { () }
        }
    });
    let clock = time::clock_field(ruleset);
    let states = states.iter().map(|field| &field.name).chain(&clock);
    let states: Vec<&Ident> = states.collect();
    let trace_states = (!states.is_empty()).then(|| {
        quote! {
            fn trace_states(__memory: &mut #memory, __pass: &mut impl __rt::Pass) {
                #(__pass.over(&mut __memory.#states);)*
            }
        }
    });
    let params = quote! { __memory: &#memory, __kind: __rt::KindId, __slot: __rt::Slot };
    let tags = method(
        &quote! { tags(__memory: &#memory, __kind: __rt::KindId) -> &[u64] },
        &quote! { __kind.number() },
        &quote! { #(#kinds => __memory.#slabs.tags(),)* },
        &quote! { ::core::unreachable!("fact types are numbered by the plan") },
    );
    let date = method(
        &quote! { date(#params) -> u64 },
        &quote! { __kind.number() },
        &quote! { #(#kinds => __memory.#slabs.date(__slot),)* },
        &quote! { 0 },
    );
    quote! {
        fn memory() -> #memory {
            #memory {
                #(#slabs: __rt::Slab::new(__rt::KindId(#kinds), #copies),)*
                #(#states: ::core::default::Default::default(),)*
            }
        }

        #trace_states

        fn kinds<__T: __rt::KindTest>(__memory: &#memory) -> u64 {
            0 #(| __rt::kind_bit(__T::is(&__memory.#slabs), #bits))*
        }

        fn visit_some<__V: __rt::Visitor<Self>>(__kinds: u64, __visitor: &mut __V) {
            #(if __kinds & (1 << #bits) != 0 { __visitor.visit::<#some>(); })*
        }

        fn visit<__V: __rt::Visitor<Self>>(__visitor: &mut __V) {
            #(__visitor.visit::<#types>();)*
        }

        #tags
        #date
    }
}

/// The methods about nodes.
fn emit_nodes(names: &Names, arms: &Arms) -> TokenStream {
    let Names {
        memory, network_ty, ..
    } = names;
    let node = quote! { __node: u32, __memory: &#memory, __network: &#network_ty };
    let keeping = quote! { __node: u32, __memory: &mut #memory };
    let hash_fact = method(
        &quote! { hash_fact(__index: u32, __memory: &#memory, __slot: __rt::Slot) -> u64 },
        &quote! { __index },
        &arms.hash_fact,
        &quote! { 0 },
    );
    let order_fact = method(
        &quote! { order_fact(__index: u32, __memory: &#memory, __slot: __rt::Slot) -> [u64; 2] },
        &quote! { __index },
        &arms.order_fact,
        &quote! { [0; 2] },
    );
    let methods = [
        (
            quote! { is_hashed(#node) -> bool },
            &arms.is_hashed,
            quote! { true },
        ),
        (
            quote! { is_ordered(#node) -> [bool; 2] },
            &arms.is_ordered,
            quote! { [true; 2] },
        ),
        (
            quote! { order_left(#node, __left: __rt::TokenId) -> [u64; 2] },
            &arms.order_left,
            quote! { [0; 2] },
        ),
        (
            quote! { hash_lefts(#node, __lefts: &mut [__rt::Keyed]) },
            &arms.hash_lefts,
            quote! {},
        ),
        (
            quote! { filter(#node, __pairs: &mut __rt::Vec<__rt::Pair>) },
            &arms.filter,
            quote! {},
        ),
        (
            quote! { each(#keeping, __network: &#network_ty, __lefts: &[__rt::Keyed], __pairs: &mut __rt::Vec<__rt::Pair>) },
            &arms.each,
            quote! {},
        ),
    ];
    let methods = methods.map(by_node);
    let search = method(
        &quote! {
            search(
                __search: u32,
                __seeds: u64,
                __slot: __rt::Slot,
                __memory: &#memory,
                __network: &#network_ty,
                __matches: &mut __rt::Matches,
            )
        },
        &quote! { __search },
        &arms.search,
        &quote! {},
    );
    let counted = emit_counted(names, arms);
    let summaries = emit_summaries(names, arms);
    quote! { #hash_fact #order_fact #(#methods)* #search #counted #summaries }
}

/// The methods about counted patterns of matches that are found whole.
fn emit_counted(names: &Names, arms: &Arms) -> TokenStream {
    let Names {
        memory, network_ty, ..
    } = names;
    let state = quote! { __memory: &#memory, __network: &#network_ty };
    let matches = quote! { __matches: &mut __rt::Matches };
    let methods = [
        (
            quote! { count(__counted: u32, __facts: &[__rt::Slot], __unchanged: bool, #state) -> u32 },
            &arms.count,
            quote! { 0 },
        ),
        (
            quote! { outer(__counted: u32, __slot: __rt::Slot, #state, #matches) },
            &arms.outer,
            quote! {},
        ),
        (
            quote! { complete(__counted: u32, __facts: &[__rt::Slot], #state, #matches) },
            &arms.complete,
            quote! {},
        ),
    ];
    let counted = quote! { __counted };
    let methods = methods.map(|(head, arms, otherwise)| method(&head, &counted, arms, &otherwise));
    quote! { #(#methods)* }
}

/// The methods about the nodes of summaries.
fn emit_summaries(names: &Names, arms: &Arms) -> TokenStream {
    let Names {
        memory, network_ty, ..
    } = names;
    let node = quote! { __node: u32, __memory: &#memory, __network: &#network_ty };
    let keeping = quote! { __node: u32, __memory: &mut #memory };
    let methods = [
        (
            quote! { number(#node, __member: __rt::TokenId) -> __rt::Number },
            &arms.number,
            quote! { ::core::unreachable!("no sum stands here") },
        ),
        (
            quote! { compare(#node, __a: __rt::TokenId, __b: __rt::TokenId) -> __rt::Ordering },
            &arms.compare,
            quote! { __rt::Ordering::Equal },
        ),
        (
            quote! {
                compare_times(
                    #node,
                    __first: (__rt::TokenId, __rt::Moment),
                    __second: (__rt::TokenId, __rt::Moment),
                ) -> __rt::Ordering
            },
            &arms.times,
            quote! { __rt::Ordering::Equal },
        ),
        (
            quote! { differs(#node, __before: (__rt::TokenId, __rt::Moment), __now: __rt::TokenId) -> bool },
            &arms.differs,
            quote! { true },
        ),
        (
            quote! { best_hash(#node, __member: __rt::TokenId) -> ::core::option::Option<u64> },
            &arms.best_hash,
            quote! { ::core::option::Option::None },
        ),
        (
            quote! { collected(#node, __member: __rt::TokenId) -> ::core::option::Option<(__rt::Slot, bool)> },
            &arms.collected,
            quote! { ::core::option::Option::None },
        ),
        (
            quote! {
                accumulate(
                    #keeping,
                    __network: &#network_ty,
                    __group: u32,
                    __member: (__rt::TokenId, __rt::Moment),
                    __adds: bool,
                ) -> bool
            },
            &arms.accumulate,
            quote! { true },
        ),
        (
            quote! { reset(#keeping, __group: u32) },
            &arms.reset,
            quote! {},
        ),
        (
            quote! { conclude(#keeping, __group: u32) -> ::core::option::Option<u64> },
            &arms.conclude,
            quote! { ::core::option::Option::None },
        ),
        (
            quote! { copy_state(#keeping, __from: u32, __to: u32) },
            &arms.copy_state,
            quote! {},
        ),
        (
            quote! { forget_state(#keeping, __of: u32) },
            &arms.forget_state,
            quote! {},
        ),
        (
            quote! { group_hash(#node, __member: __rt::TokenId) -> u64 },
            &arms.group_hash,
            quote! { 0 },
        ),
        (
            quote! { same_group(#node, __known: (__rt::TokenId, __rt::Moment), __now: (u32, __rt::TokenId)) -> bool },
            &arms.same_group,
            quote! { true },
        ),
        (
            quote! { hash_is_exact(#node) -> ::core::option::Option<bool> },
            &arms.hash_is_exact,
            quote! { ::core::option::Option::None },
        ),
    ];
    let methods = methods.map(by_node);
    quote! { #(#methods)* }
}

/// A method with an arm for each node of which it knows something.
fn by_node((head, arms, otherwise): (TokenStream, &TokenStream, TokenStream)) -> TokenStream {
    method(&head, &quote! { __node }, arms, &otherwise)
}

/// The methods about matches.
fn emit_matches(names: &Names, arms: &Arms) -> TokenStream {
    let Names {
        memory, network_ty, ..
    } = names;
    let salience = method(
        &quote! {
            salience(__index: u32, __token: __rt::TokenId, __memory: &#memory, __network: &#network_ty) -> i32
        },
        &quote! { __index },
        &arms.salience,
        &quote! { 0 },
    );
    let unchanged = method(
        &quote! {
            unchanged(
                __memory: &#memory,
                __network: &#network_ty,
                (__index, __token, __moment): (u32, __rt::TokenId, __rt::Moment),
                __now: (u32, __rt::TokenId),
            ) -> bool
        },
        &quote! { __index },
        &arms.unchanged,
        &quote! { false },
    );
    quote! { #salience #unchanged }
}

/// The methods about what rules do.
fn emit_rules(ruleset: &Ruleset, names: &Names, arms: &Arms) -> TokenStream {
    let Names {
        memory,
        globals,
        network_ty,
        ..
    } = names;
    let failure = results::emit_failure(ruleset);
    let fire = method(
        &quote! {
            fire(
                __index: u32,
                __token: __rt::TokenId,
                __firing: &__rt::Firing<'_, Self>,
                __globals: &mut #globals,
            ) -> ::core::result::Result<(), #failure>
        },
        &quote! { __index },
        &arms.fire,
        &quote! { ::core::result::Result::Ok(()) },
    );
    let insert_of = method(
        &quote! {
            insert_of(__index: u32, __bulk: &mut __rt::Bulk<'_, Self>)
        },
        &quote! { __index },
        &arms.insert_of,
        &quote! {},
    );
    let undo = method(
        &quote! {
            undo(
                __index: u32,
                __token: __rt::TokenId,
                __firing: &__rt::Firing<'_, Self>,
                __globals: &mut #globals,
            ) -> ::core::result::Result<(), #failure>
        },
        &quote! { __index },
        &arms.undo,
        &quote! { ::core::result::Result::Ok(()) },
    );
    let decided = method(
        &quote! {
            decided(
                __index: u32,
                __token: __rt::TokenId,
                __memory: &#memory,
                __network: &#network_ty,
                __rows: &mut __rt::Vec<__rules::DecidingRow>,
            )
        },
        &quote! { __index },
        &arms.decided,
        &quote! {},
    );
    quote! { #decided #fire #insert_of #undo }
}

/// The expression of `Program::RULES`.
fn emit_rule_infos(
    ruleset: &Ruleset,
    names: &Names,
    position: impl Fn(Span) -> TokenStream,
) -> TokenStream {
    let rules = &names.rules;
    let infos = ruleset.rules.iter().map(|rule| {
        let (variant, name) = (names::variant(&rule.name), names::plain(&rule.name));
        let docs = rule.docs.join("\n");
        let salience = emit_salience(rule);
        let stage = if let Some(stage) = &rule.stage {
            let stage = names::plain(stage);
            quote! { ::core::option::Option::Some(#stage) }
        } else {
            quote! { ::core::option::Option::None }
        };
        let tags = &rule.tags;
        let texts = &rule.texts;
        let position = position(rule.name.span());
        quote! {
            __rules::RuleInfo::__new(
                #rules::#variant,
                #name,
                #docs,
                #stage,
                #salience,
                &[#(#tags),*],
                &[#(#texts),*],
                #position,
            )
        }
    });
    quote! { &[#(#infos),*] }
}
