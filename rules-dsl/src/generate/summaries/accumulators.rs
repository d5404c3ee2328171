//! What a user's accumulate asks of a ruleset.

use proc_macro2::Ident;
use quote::{ToTokens as _, quote};

use crate::hir::Expression;
use crate::network::{Node, SummaryUse};

use super::super::conditions::ConditionWriter;
use super::super::literals::int;
use super::super::members::MemberValue;
use super::super::names::{self, Names};
use super::super::past::has_past;
use super::super::view::View;
use super::writer::Summaries;

impl ConditionWriter<'_> {
    /// What a user's accumulate asks.
    pub(super) fn emit_accumulate(
        &self,
        all: &mut Summaries<'_>,
        number: usize,
        node: &Node,
        uses: &[SummaryUse],
        expr: &Expression,
    ) {
        let SummaryUse {
            rule,
            result: Some(element),
            branches,
            ..
        } = &uses[0]
        else {
            unreachable!("accumulates have a result");
        };
        let Names { network_ty, .. } = self.names;
        let state = names::state(*rule, *element);
        let moment = quote! { __moment };
        let view = View::of_member("__member", Some(moment));
        let MemberValue { bindings, value } =
            self.by_branch(branches, &view, |scope| scope.expression(expr));
        let name = self.function("accumulate", node, number);
        let (doc, memory) = (self.doc(&node.rules, &node.text), &self.names.memory);
        all.functions.extend(quote! {
            #[doc = #doc]
            #[inline(never)]
            fn #name(
                __memory: &mut #memory,
                __network: &#network_ty,
                __group: u32,
                (__member, __moment): (__rt::TokenId, __rt::Moment),
                __adds: bool,
            ) -> bool {
                #bindings
                if __adds {
                    __memory.#state.add(__group, #value);
                    true
                } else {
                    __memory.#state.remove(__group, #value)
                }
            }
        });
        let mut rules = uses.iter().map(|of| self.ruleset.rule(of.rule));
        let has_past = rules.any(has_past);
        Self::push_accumulate(all, number, &name, &state);
        Self::emit_keeping(all, has_past, &int(number).to_token_stream(), &state);
    }

    /// The arms by which a user's accumulate is reached.
    fn push_accumulate(all: &mut Summaries<'_>, number: usize, name: &Ident, state: &Ident) {
        let number = int(number);
        all.arms.accumulate.extend(quote! {
            #number => Self::#name(__memory, __network, __group, __member, __adds),
        });
        all.arms
            .reset
            .extend(quote! { #number => __memory.#state.reset(__group), });
        all.arms.conclude.extend(quote! {
            #number => __memory.#state.conclude(
                __group,
                |__before, __now| __rt::Compare(__before, __now).__differ(),
            ),
        });
    }
}
