//! Generates the functions of rules that fire in bulk: each computes the fact that its rule inserts, from a pair
//! or from the token that a match is otherwise.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens as _, quote};

use crate::hir::{Identity, Ruleset};
use crate::network::{Match, inserted};

use super::arms::Arms;
use super::conditions::ConditionWriter;
use super::identities::identity_of;
use super::literals::int;
use super::names::{self, Names};
use super::scope::Scope;
use super::view::View;

/// Whether the matches of an entry fire in bulk. That the fact which is inserted leaves those that are there as they
/// are may be for another ruleset to say.
pub(super) fn emit_bulk(ruleset: &Ruleset, entry: &Match) -> TokenStream {
    let rule = ruleset.rule(entry.context.rule);
    let inserted = rule.then.inserts().next();
    let inserted = inserted.and_then(|insert| insert.fact_type);
    match inserted.filter(|_| entry.bulk) {
        Some(id) if matches!(ruleset.fact_types[id.0].identity, Identity::Unsaid) => {
            let (path, identity) = (&ruleset.fact_types[id.0].path, identity_of(ruleset, id));
            quote! { const { __rt::keeps::<#path, #identity>() } }
        }
        _ => entry.bulk.to_token_stream(),
    }
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
            functions.extend(self.emit_insert(entry, &name));
        }
        functions
    }

    /// The function that computes what the rule of a match inserts.
    fn emit_insert(&self, entry: &Match, name: &Ident) -> TokenStream {
        let Names {
            memory, network_ty, ..
        } = self.names;
        let rule = self.ruleset.rule(entry.context.rule);
        let (fact_type, fact) =
            inserted(&rule.then).expect("a rule that fires in bulk inserts a fact");
        let context = entry.context.of_pair();
        let view = View {
            before_block: true,
            ..View::of_pair(quote! { ::core::unreachable!() })
        };
        let mut scope = Scope::new(self.ruleset, self.definitions, &context, view);
        scope.needs(&rule.then.needs);
        let bindings = scope.finish();
        let doc = format!(" `{}`: what it inserts", names::rule(rule));
        let attrs = &rule.attrs;
        let fact_type = &self.ruleset.fact_types[fact_type.0].path;
        quote! {
            #[doc = #doc]
            #[allow(clippy::init_numbered_fields)]
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
}
