//! Generates what rules ask of their past firings: whether what `#[on_change]` watches is as it was, and
//! copies of the facts that a past firing saw.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use crate::hir::{Condition, FactTypeId, Function, Rule, Ruleset};
use crate::network::{Match, Network};

use super::arms::Arms;
use super::definitions::Definitions;
use super::fragments::grouped;
use super::literals::int;
use super::names::{self, Names};
use super::scope::Scope;
use super::view::View;

/// The functions that compare what rules watch, one for each match that may have fired.
pub(super) fn emit_watched(
    ruleset: &Ruleset,
    network: &Network,
    definitions: &Definitions<'_>,
    names: &Names,
    arms: &mut Arms,
) -> TokenStream {
    let mut functions = TokenStream::new();
    for (number, entry) in network.matches.iter().enumerate() {
        let rule = &ruleset.rules[entry.context.rule.0];
        if rule.on_change.is_empty() {
            continue;
        }
        let compared = emit_compared(ruleset, network, definitions, entry);
        let name = names::function("unchanged", &names::rule(rule), number);
        let doc = format!(
            " `{}`: whether what it watches is as it was.",
            names::rule(rule)
        );
        let Names {
            memory, network_ty, ..
        } = names;
        functions.extend(quote! {
            #[doc = #doc]
            #[inline(never)]
            fn #name(
                __memory: &#memory,
                __network: &#network_ty,
                __token: __rt::TokenId,
                __moment: __rt::Moment,
                (__index, __current): (u32, __rt::TokenId),
            ) -> bool {
                #compared
            }
        });
        let index = int(number);
        arms.unchanged.extend(quote! {
            #index => Self::#name(__memory, __network, __token, __moment, __now),
        });
    }
    functions
}

/// The body of such a function: what the rule watches, in this match as it was at a moment and in the one that stands,
/// which may come by other branches.
fn emit_compared(
    ruleset: &Ruleset,
    network: &Network,
    definitions: &Definitions<'_>,
    entry: &Match,
) -> TokenStream {
    let rule = ruleset.rule(entry.context.rule);
    let view = View {
        moment: Some(quote! { __moment }),
        ..View::of_match()
    };
    let mut scope = Scope::new(ruleset, definitions, &entry.context, view);
    let before = watched(&mut scope, rule, "__before");
    let before_bindings = scope.finish();
    let of_rule = |other: &(usize, &Match)| other.1.context.rule == entry.context.rule;
    let nows = network.matches.iter().enumerate().filter(of_rule);
    let nows = nows.map(|(number, entry)| {
        let mut scope = Scope::new(ruleset, definitions, &entry.context, View::of_match());
        let now = watched(&mut scope, rule, "__now");
        let bindings = scope.finish();
        let same = (0..rule.on_change.len()).map(|place| {
            let [before, now] =
                ["__before", "__now"].map(|moment| format_ident!("{moment}{place}"));
            quote! { !__rt::Compare(#before, #now).__differ() }
        });
        let number = int(number);
        quote! { #number => { #bindings #now #(#same)&&* } }
    });
    quote! {
        #before_bindings
        #before
        let __token = __current;
        match __index {
            #(#nows)*
            _ => false,
        }
    }
}

/// Binds what a rule watches to locals.
fn watched(scope: &mut Scope<'_>, rule: &Rule, local: &str) -> TokenStream {
    let values = rule.on_change.iter().enumerate().map(|(place, watched)| {
        scope.needs(&watched.needs);
        let local = format_ident!("{local}{place}");
        let expr = grouped(&scope.through_facts(&watched.expr, &watched.needs));
        quote! { let #local = &#expr; }
    });
    values.collect()
}

/// Whether a rule asks for past values: for its `undo` block, what it watches, or the keys of groups over
/// which it has fired.
pub(super) fn has_past(rule: &Rule) -> bool {
    rule.undo.is_some() || !rule.on_change.is_empty() || rule.once && has_groups(rule)
}

fn has_groups(rule: &Rule) -> bool {
    let mut of_match = rule.accumulates.iter();
    of_match
        .any(|accumulate| !rule.elements[accumulate.element.0].inner && !accumulate.by.is_empty())
}

/// The fact types of which some rule asks for past values: they must be `Clone`.
pub(super) fn types_with_past(ruleset: &Ruleset) -> BTreeSet<FactTypeId> {
    let mut types = BTreeSet::new();
    for rule in &ruleset.rules {
        if has_past(rule) {
            add_types(rule, &rule.conditions, &mut types);
        }
    }
    types
}

fn add_types(rule: &Rule, conditions: &[Condition], types: &mut BTreeSet<FactTypeId>) {
    for condition in conditions {
        match condition {
            Condition::Fact { element, .. } => types.extend(rule.fact_type(*element)),
            Condition::Either { branches, .. } => {
                for branch in branches {
                    add_types(rule, branch, types);
                }
            }
            Condition::Accumulate(id) => {
                let accumulate = &rule.accumulates[id.0];
                if !accumulate.by.is_empty() || !matches!(accumulate.function, Function::Count) {
                    add_types(rule, &accumulate.source, types);
                }
            }
            Condition::Test(_) | Condition::Quantified { .. } | Condition::Each(_) => {}
        }
    }
}
