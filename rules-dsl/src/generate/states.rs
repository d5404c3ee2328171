//! What working memory keeps beside facts: the states of users' accumulates, and the elements of a `for x: T`.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};

use crate::hir::{ElementId, Function, RuleId, Ruleset};
use crate::network::{Network, NodeKind};

use super::fragments::{first_span, respanned};
use super::names;
use super::past::has_past;

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
