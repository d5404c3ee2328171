//! Generates the functions of rules that fire in bulk: each computes the fact that its rule inserts, from the facts of a
//! match.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use crate::hir::{FactTypeId, Identity, Ruleset};
use crate::network::{Context, Match, inserted};
use crate::plan::MatchElement;

use super::arms::Arms;
use super::conditions::ConditionWriter;
use super::identities::identity_of;
use super::literals::int;
use super::names;
use super::scope::Scope;
use super::view::View;

/// Whether the matches of an entry fire in bulk, if they may. Where the type that it inserts is another ruleset's, that one knows whether an
/// insert leaves the facts that are there as they are: rustc asks it.
pub(super) fn emit_bulk(ruleset: &Ruleset, entry: &Match) -> Option<TokenStream> {
    match derived(ruleset, entry) {
        Some(id) if matches!(ruleset.fact_types[id.0].identity, Identity::Unsaid) => {
            let (path, identity) = (&ruleset.fact_types[id.0].path, identity_of(ruleset, id));
            Some(quote! { const { __rt::keeps::<#path, #identity>() } })
        }
        _ => entry.bulk.then(|| quote! { true }),
    }
}

/// The type of the facts that the matches of an entry insert, where they fire in bulk.
pub(super) fn derived(ruleset: &Ruleset, entry: &Match) -> Option<FactTypeId> {
    let rule = ruleset.rule(entry.context.rule);
    let inserted = rule.then.inserts().next().filter(|_| entry.bulk);
    inserted?.fact_type
}

impl ConditionWriter<'_> {
    /// The functions that compute what is inserted.
    pub(super) fn emit_inserts(&self, arms: &mut Arms) -> TokenStream {
        let mut functions = TokenStream::new();
        for (number, entry) in self.network.matches.iter().enumerate() {
            if !entry.bulk {
                continue;
            }
            let rule = self.ruleset.rule(entry.context.rule);
            let name = names::function("then", &names::rule(rule), number);
            let index = int(number);
            arms.fire.extend(quote! {
                #index => {
                    let __facts = __firing.network().slots(__token);
                    __firing.insert(Self::#name(__firing.memory(), __facts));
                    ::core::result::Result::Ok(())
                }
            });
            arms.insert_of.extend(quote! {
                #index => {
                    while let ::core::option::Option::Some(__facts) = __bulk.next_of(#index) {
                        let __fact = Self::#name(__bulk.memory(), __facts);
                        __bulk.insert(__fact);
                    }
                }
            });
            functions.extend(self.emit_insert(entry, &name));
        }
        functions
    }

    /// The function that computes what the rule of a match inserts.
    fn emit_insert(&self, entry: &Match, name: &Ident) -> TokenStream {
        let memory = &self.names.memory;
        let rule = self.ruleset.rule(entry.context.rule);
        let (fact_type, fact) =
            inserted(&rule.then).expect("a rule that fires in bulk inserts a fact");
        let Context {
            rule: id, branches, ..
        } = &entry.context;
        let context = Context::of_slots(self.ruleset, *id, branches.clone());
        let slots = entry.elements.iter().filter_map(|element| match element {
            MatchElement::Fact(element) => Some(names::local(*element)),
            _ => None,
        });
        let slots: Vec<_> = slots.collect();
        let count = slots.len();
        let view = View {
            before_block: true,
            ..View::of_locals()
        };
        let mut scope = Scope::new(self.ruleset, self.definitions, &context, view);
        scope.needs(&rule.then.needs);
        let bindings = scope.finish();
        let doc = format!(" `{}`: what it inserts", names::rule(rule));
        let attrs = &rule.attrs;
        let fact_type = &self.ruleset.fact_types[fact_type.0].path;
        // What is borrowed for the last expression of a function outlives its locals, until edition 2024.
        quote! {
            #[doc = #doc]
            #[allow(clippy::init_numbered_fields, clippy::let_and_return)]
            #(#attrs)*
            #[inline(never)]
            fn #name(
                __memory: &#memory,
                [#(#slots),*]: [__rt::Slot; #count],
            ) -> #fact_type {
                #bindings
                let __fact: #fact_type = #fact;
                __fact
            }
        }
    }
}
