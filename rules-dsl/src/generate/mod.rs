//! Generates Rust: the last stage. The resolved model gives the items that users see, the network the
//! tables and the tests; what rules share is in the runtime.

mod action;
mod facts;
mod fragments;
mod graph;
mod keys;
mod names;
mod scope;
mod session;
mod summaries;
mod tables;
mod tests;

use proc_macro2::{Span, TokenStream};
use quote::quote;

use crate::hir::{FactTypeId, Ruleset};
use crate::network::Network;

use names::Names;
use scope::{Definitions, private};
use summaries::Summaries;
use tests::{Functions, TestWriter};

/// Generates the code of a ruleset. `position` gives the expression of type `Position` for a place in
/// the source.
#[must_use]
pub fn generate(
    ruleset: &Ruleset,
    network: &Network,
    position: impl Fn(Span) -> TokenStream,
) -> TokenStream {
    let names = Names::new(ruleset);
    let definitions = Definitions::new(ruleset, network);
    let writer = TestWriter {
        ruleset,
        network,
        definitions: &definitions,
        names: &names,
    };

    let (uses, user_items) = (&ruleset.uses, &ruleset.items);
    let items = session::emit_items(ruleset, &names);
    let methods = session::emit_methods(ruleset, &names);
    let keys = keys::emit_keys(ruleset, &names);
    let fact_types = writer.emit_fact_types();
    let (actions, fire) = action::emit_actions(ruleset, network, &definitions, &names);
    let (saliences, salience_arms) = action::emit_saliences(ruleset, network, &definitions, &names);
    let alphas = writer.emit_alphas();
    let Functions {
        functions: filters,
        arms: filter_arms,
    } = writer.emit_filters();
    let Functions {
        functions: left_keys,
        arms: left_key_arms,
    } = writer.emit_left_keys();
    let Functions {
        functions: fact_keys,
        arms: fact_key_arms,
    } = writer.emit_fact_keys();
    let is_hashed = writer.emit_is_hashed();
    let summaries = writer.emit_summaries();
    let Summaries {
        each,
        number,
        compare,
        differs,
        group_hash,
        same_group,
        functions,
    } = &summaries;
    let plan = tables::emit_plan(ruleset, network);
    let graph = graph::emit_graph(ruleset, network);
    let infos = session::emit_rule_infos(ruleset, &names, position);

    let generated = generated();
    let (runtime, private) = (&ruleset.runtime, private(ruleset));
    let Names {
        program,
        memory,
        globals,
        rules,
        ..
    } = &names;
    let name = ruleset.name.to_string();
    let types = ruleset.fact_types.iter().map(|fact_type| &fact_type.path);
    let (mut slabs, mut ids, mut dates) =
        (TokenStream::new(), TokenStream::new(), TokenStream::new());
    for id in 0..ruleset.fact_types.len() {
        let (slab, kind) = (names::slab(ruleset, FactTypeId(id)), id as u32);
        slabs.extend(quote! { #slab: #private::Slab::new(#kind), });
        dates.extend(quote! { #kind => __memory.#slab.date(__slot), });
        ids.extend(quote! { #kind => __memory.#slab.id(__slot), });
    }

    quote! {
        #(#uses)*
        #(#user_items)*

        #items

        const _: () = {
            #methods
            #keys

            #generated
            impl #private::Program for #program {
                type Memory = #memory;
                type Globals = #globals;
                type Rule = #rules;

                const NAME: &'static str = #name;
                const PLAN: &'static #private::Plan = &#plan;
                const RULES: &'static [#runtime::RuleInfo<#rules>] = #infos;
                const NETWORK: &'static #runtime::NetworkGraph = &#graph;

                fn memory() -> #memory {
                    #memory { #slabs }
                }

                fn visit<__V: #private::Visitor<Self>>(__visitor: &mut __V) {
                    #(__visitor.visit::<#types>();)*
                }

                fn id(__memory: &#memory, __kind: u32, __slot: u32) -> #runtime::FactId {
                    match __kind {
                        #ids
                        _ => ::core::unreachable!("fact types are numbered by the plan"),
                    }
                }

                fn hash_fact(__index: u32, __memory: &#memory, __slot: u32) -> u64 {
                    match __index { #fact_key_arms _ => 0 }
                }

                fn is_hashed(
                    __node: u32,
                    __memory: &#memory,
                    __network: &#private::Network,
                ) -> bool {
                    #is_hashed
                }

                fn hash_lefts(
                    __node: u32,
                    __memory: &#memory,
                    __network: &#private::Network,
                    __lefts: &mut [#private::Keyed],
                ) {
                    match __node { #left_key_arms _ => {} }
                }

                fn filter(
                    __node: u32,
                    __memory: &#memory,
                    __network: &#private::Network,
                    __pairs: &mut #private::Vec<#private::Pair>,
                ) {
                    match __node { #filter_arms _ => {} }
                }

                fn each(
                    __node: u32,
                    __memory: &#memory,
                    __network: &#private::Network,
                    __lefts: &[#private::Keyed],
                    __pairs: &mut #private::Vec<#private::Pair>,
                ) {
                    match __node { #each _ => {} }
                }

                fn number(
                    __node: u32,
                    __memory: &#memory,
                    __network: &#private::Network,
                    __member: u32,
                ) -> #private::Number {
                    match __node { #number _ => ::core::unreachable!("no sum stands here") }
                }

                fn compare(
                    __node: u32,
                    __memory: &#memory,
                    __network: &#private::Network,
                    __a: u32,
                    __b: u32,
                ) -> #private::Ordering {
                    match __node { #compare _ => #private::Ordering::Equal }
                }

                fn differs(
                    __node: u32,
                    __memory: &#memory,
                    __network: &#private::Network,
                    __before: u32,
                    __now: u32,
                ) -> bool {
                    match __node { #differs _ => true }
                }

                fn group_hash(
                    __node: u32,
                    __memory: &#memory,
                    __network: &#private::Network,
                    __member: u32,
                ) -> u64 {
                    match __node { #group_hash _ => 0 }
                }

                fn same_group(
                    __node: u32,
                    __memory: &#memory,
                    __network: &#private::Network,
                    __before: u32,
                    __member: u32,
                ) -> bool {
                    match __node { #same_group _ => true }
                }

                fn salience(
                    __index: u32,
                    __token: u32,
                    __memory: &#memory,
                    __network: &#private::Network,
                ) -> i32 {
                    match __index { #salience_arms _ => 0 }
                }

                fn date(__memory: &#memory, __kind: u32, __slot: u32) -> u64 {
                    match __kind { #dates _ => 0 }
                }

                fn fire(
                    __index: u32,
                    __token: u32,
                    __firing: &#private::Firing<'_, Self>,
                    __globals: &mut #globals,
                ) {
                    #fire
                }
            }

            #fact_types

            #[allow(unused_imports)]
            use #private::{
                BindReference as _, BindValue as _, CompareEqual as _, CompareWritten as _,
                KeyHash as _, KeyUnhashed as _, RankFloat as _, RankTotal as _, ShowDebug as _, ShowOpaque as _, SidesHashed as _,
                SidesScanned as _,
            };

            #generated
            impl #program {
                #alphas
                #fact_keys
                #left_keys
                #filters
                #functions
                #saliences
            }

            impl #program {
                #actions
            }
        };
    }
}

/// The attribute of code that rules' conditions are put into: where they stand there, and how often, is
/// not the user's doing. (What stands in a block is the user's alone and has every lint.)
fn generated() -> TokenStream {
    quote! { #[allow(unused, clippy::all, clippy::pedantic, irrefutable_let_patterns)] }
}
