//! What a `for` asks of a ruleset: how many elements there are, and which, where they are kept.

use quote::{ToTokens as _, quote, quote_spanned};

use crate::hir::ElementId;
use crate::network::Node;

use super::super::conditions::ConditionWriter;
use super::super::fragments::{first_span, into_iter};
use super::super::literals::int;
use super::super::names::{self, Names};
use super::super::past::has_past;
use super::super::scope::Scope;
use super::super::view::View;
use super::writer::Summaries;

impl ConditionWriter<'_> {
    /// What a `for` asks, whose elements are evaluated again.
    pub(super) fn emit_each(
        &self,
        all: &mut Summaries<'_>,
        number: usize,
        node: &Node,
        element: ElementId,
    ) {
        let Names {
            memory, network_ty, ..
        } = self.names;
        let context = &node.tests.context;
        let mut scope = Scope::new(self.ruleset, self.definitions, context, View::of_left());
        let each = &self.definitions.each(node.tests.context.rule, element).expr;
        let elements = into_iter(&scope.expression(each), &each.expr);
        let count = quote_spanned! { first_span(&each.expr)=>
            ::core::iter::Iterator::count(#elements)
        };
        let bindings = scope.finish();
        let name = self.function("for", node, number);
        let doc = self.doc(&node.rules, &node.text);
        all.functions.extend(quote! {
            #[doc = #doc]
            #[inline(never)]
            fn #name(__memory: &#memory, __network: &#network_ty, __left: __rt::TokenId) -> u32 {
                #bindings
                #count as u32
            }
        });
        let number = int(number);
        all.arms.each.extend(quote! {
            #number => for left in __lefts {
                for right in 0..Self::#name(__memory, __network, left.token()) {
                    __pairs.push(__rt::Pair { left: left.item, right });
                }
            },
        });
    }

    /// What a `for` asks, whose elements are kept.
    pub(super) fn emit_kept_each(
        &self,
        all: &mut Summaries<'_>,
        number: usize,
        node: &Node,
        element: ElementId,
        ty: &syn::Type,
    ) {
        let Names {
            memory, network_ty, ..
        } = self.names;
        let rule = node.tests.context.rule;
        let context = &node.tests.context;
        let mut scope = Scope::new(self.ruleset, self.definitions, context, View::of_left());
        let each = self.definitions.each(rule, element);
        let elements = into_iter(&scope.expression(&each.expr), &each.expr.expr);
        let bindings = scope.finish();
        let (name, state) = (
            self.function("for", node, number),
            names::state(rule, element),
        );
        let doc = self.doc(&node.rules, &node.text);
        all.functions.extend(quote! {
            #[doc = #doc]
            #[inline(never)]
            fn #name(__memory: &mut #memory, __network: &#network_ty, __left: __rt::TokenId) -> u32 {
                let __elements: __rt::Vec<#ty> = {
                    #bindings
                    ::core::iter::Iterator::collect(#elements)
                };
                __memory.#state.keep(__left, __elements) as u32
            }
        });
        let number = int(number);
        all.arms.each.extend(quote! {
            #number => for left in __lefts {
                for right in 0..Self::#name(__memory, __network, left.token()) {
                    __pairs.push(__rt::Pair { left: left.item, right });
                }
            },
        });
        let has_past = has_past(self.ruleset.rule(rule));
        Self::emit_keeping(all, has_past, &number.to_token_stream(), &state);
    }
}
