//! Generates what working memory keeps beside facts: the states of users' accumulates, and the elements of
//! a `for x: T`.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens as _, quote, quote_spanned};

use crate::hir::{ElementId, Expression, Function, RuleId, Ruleset};
use crate::network::{Network, Node, NodeKind, SummaryUse};

use super::conditions::ConditionWriter;
use super::fragments::{first_span, into_iter, respanned};
use super::literals::int;
use super::members::MemberValue;
use super::names::{self, Names};
use super::past::has_past;
use super::scope::Scope;
use super::summaries::Summaries;
use super::view::View;

/// A field of working memory that keeps states.
pub(super) struct StateField {
    pub(super) name: Ident,
    /// The user's accumulator, or the type of a `for`'s elements.
    pub(super) of: syn::Type,
    pub(super) is_accumulate: bool,
    /// Whether something is asked of the past of its rule: then what it keeps is copied.
    pub(super) has_past: bool,
}

/// The fields, in the order of rules: those of accumulates before those of `for`s. An accumulate that several rules
/// share has one.
pub(super) fn state_fields(ruleset: &Ruleset, network: &Network) -> Vec<StateField> {
    let mut fields = Vec::new();
    for (number, rule) in ruleset.rules.iter().enumerate() {
        let number = RuleId(number);
        for accumulate in &rule.accumulates {
            if let Function::User(accumulator, _) = &accumulate.function {
                let built = built_for(network, number, accumulate.element);
                fields.extend(built.map(|uses| StateField {
                    name: names::state(number, accumulate.element),
                    of: (**accumulator).clone(),
                    is_accumulate: true,
                    has_past: uses.into_iter().any(|of| has_past(ruleset.rule(of))),
                }));
            }
        }
        for each in &rule.eaches {
            fields.extend(each.ty.as_ref().map(|ty| StateField {
                name: names::state(number, each.element),
                of: ty.clone(),
                is_accumulate: false,
                has_past: has_past(rule),
            }));
        }
    }
    fields
}

/// The rules that use the summaries built for an accumulate, if any is.
fn built_for(network: &Network, rule: RuleId, element: ElementId) -> Option<Vec<RuleId>> {
    let mut users = Vec::new();
    for node in &network.nodes {
        if let NodeKind::Summary { uses, .. } = &node.kind
            && (uses[0].rule, uses[0].result) == (rule, Some(element))
        {
            users.extend(uses.iter().map(|of| of.rule));
        }
    }
    (!users.is_empty()).then_some(users)
}

impl StateField {
    /// Its type; `__rt` stands for what the runtime has for generated code.
    pub(super) fn ty(&self, private: &TokenStream, mode: &TokenStream) -> TokenStream {
        let of = &self.of;
        if self.is_accumulate {
            let span = first_span(of);
            let states = respanned(quote! { #private::States }, span);
            quote_spanned! { span=> #states<#of, #mode> }
        } else {
            quote! { #private::Kept<#of, #mode> }
        }
    }
}

impl ConditionWriter<'_> {
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
            fn #name(__memory: &mut #memory, __network: &#network_ty, __left: u32) -> u32 {
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
                for right in 0..Self::#name(__memory, __network, left.item) {
                    __pairs.push(__rt::Pair { left: left.item, right });
                }
            },
        });
        let has_past = has_past(self.ruleset.rule(rule));
        Self::emit_keeping(all, has_past, &number.to_token_stream(), &state);
    }

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
                (__member, __moment): (u32, __rt::Moment),
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

    /// What copies and forgets a state.
    fn emit_keeping(all: &mut Summaries<'_>, has_past: bool, number: &TokenStream, state: &Ident) {
        if has_past {
            all.arms
                .copy_state
                .extend(quote! { #number => __memory.#state.copy(__from, __to), });
        }
        all.arms
            .forget_state
            .extend(quote! { #number => __memory.#state.forget(__of), });
    }
}
