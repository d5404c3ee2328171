//! Generates the functions of rules that fire in bulk: each computes the fact that its rule inserts, from a pair
//! or from the token that a match is otherwise.

use proc_macro2::TokenStream;
use quote::quote;

use crate::hir::Ruleset;
use crate::network::{Match, Network, inserted};

use super::literals::int;
use super::members::Definitions;
use super::names::{self, Names};
use super::program::Arms;
use super::scope::{Scope, View};
use super::tests::pair_view;

/// The functions that compute what is inserted.
pub(super) fn emit_inserts(
    ruleset: &Ruleset,
    network: &Network,
    definitions: &Definitions<'_>,
    names: &Names,
    arms: &mut Arms,
) -> TokenStream {
    let entries = network.matches.iter().enumerate();
    let functions = entries
        .filter(|(_, entry)| entry.bulk)
        .map(|(number, entry)| {
            let rule = ruleset.rule(entry.context.rule);
            let name = names::function("then", &names::rule(rule), number);
            let index = int(number);
            arms.fire.extend(quote! {
                #index => {
                    let __pair = __firing.network().pair(__token);
                    __firing.insert(Self::#name(__firing.memory(), __firing.network(), __pair));
                    ::core::result::Result::Ok(())
                }
            });
            arms.insert_of.extend(quote! {
                #index => {
                    let __fact = Self::#name(__bulk.memory(), __bulk.network(), __pair);
                    __bulk.insert(__fact);
                }
            });
            emit_insert(ruleset, definitions, names, entry, &name)
        });
    functions.collect()
}

/// The function that computes what the rule of a match inserts.
fn emit_insert(
    ruleset: &Ruleset,
    definitions: &Definitions<'_>,
    names: &Names,
    entry: &Match,
    name: &proc_macro2::Ident,
) -> TokenStream {
    let Names {
        memory, network_ty, ..
    } = names;
    let rule = ruleset.rule(entry.context.rule);
    let (fact_type, fact) = inserted(&rule.then).expect("a rule that fires in bulk inserts a fact");
    let context = entry.context.of_pair();
    let view = View {
        before_block: true,
        ..pair_view(quote! { ::core::unreachable!() })
    };
    let mut scope = Scope::new(ruleset, definitions, &context, view);
    scope.needs(&rule.then.needs);
    let bindings = scope.finish();
    let doc = format!(" `{}`: what it inserts", names::rule(rule));
    let attrs = &rule.attrs;
    let fact_type = &ruleset.fact_types[fact_type.0].path;
    quote! {
        #[doc = #doc]
        #(#attrs)*
        #[inline(never)]
        fn #name(
            __memory: &#memory,
            __network: &#network_ty,
            __rt::Pair { left: __left, right: __right }: __rt::Pair,
        ) -> #fact_type {
            #bindings
            #fact
        }
    }
}
