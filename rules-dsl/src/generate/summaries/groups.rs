//! Generates what the groups of a `by` ask of a ruleset: the hashes of their keys, and which members are of one key.

use std::collections::BTreeMap;

use proc_macro2::TokenStream;
use quote::quote;

use crate::analysis::touched::touched;
use crate::hir::{ElementKind, Rule, Source, VariableId};
use crate::network::{Branch, Node, NodeKind, SummaryUse};

use super::super::conditions::ConditionWriter;
use super::super::literals::int;
use super::super::members::MemberValue;
use super::super::view::View;
use super::writer::Summaries;

impl ConditionWriter<'_> {
    /// The functions that hash and compare the keys of members.
    pub(super) fn emit_keys(
        &self,
        all: &mut Summaries<'_>,
        number: usize,
        node: &Node,
        uses: &[SummaryUse],
    ) {
        let SummaryUse { by, branches, .. } = &uses[0];
        let view = View::of_member("__member", None);
        let MemberValue { bindings, value } = self.by_branch(branches, &view, |scope| {
            let keys: Vec<TokenStream> = by.iter().map(|&key| scope.variable_place(key)).collect();
            quote! {
                { let __hash = 0; #(let __hash = __rt::Key(&__rt::GroupKey(&#keys).__hashed()).__mix(__hash);)* __hash }
            }
        });
        let number_u32 = int(number);
        let name = self.push_function(
            all,
            ("group", node, number),
            &quote! { __member: __rt::TokenId },
            &quote! { u64 },
            &quote! { #bindings #value },
        );
        all.arms.group_hash.extend(quote! {
            #number_u32 => Self::#name(__memory, __network, __member),
        });
        if self.rests_on_results(branches, by) {
            self.emit_hash_is_exact(all, number, node, &uses[0]);
        }
        self.emit_same_group(all, number, node, uses);
        debug_assert!(by.iter().all(|key| !matches!(
            self.ruleset.rule(node.tests.context.rule).variables[key.0].source,
            Source::Parameter(_)
        )));
    }

    /// The function that says whether keys are equal where their hashes are.
    fn emit_hash_is_exact(
        &self,
        all: &mut Summaries<'_>,
        number: usize,
        node: &Node,
        of: &SummaryUse,
    ) {
        let view = View::of_member("__member", None);
        let tells = of.by.iter().map(|&key| {
            let MemberValue { bindings, value } = self.by_branch(&of.branches, &view, |scope| {
                let key = scope.variable_place(key);
                quote! { __rt::Exact(&#key).__tells() }
            });
            quote! { #bindings #value }
        });
        let name = self.push_function(
            all,
            ("hash_is_exact", node, number),
            &TokenStream::new(),
            &quote! { bool },
            &quote! { true #(&& __rt::is_hashed(|| { let __member = __rt::TokenId(0); #tells }))* },
        );
        let number = int(number);
        all.arms.hash_is_exact.extend(quote! {
            #number => ::core::option::Option::Some(Self::#name(__memory, __network)),
        });
    }

    /// The function that says whether two members are of one key.
    fn emit_same_group(
        &self,
        all: &mut Summaries<'_>,
        number: usize,
        node: &Node,
        uses: &[SummaryUse],
    ) {
        let view = View::of_member("__member", None);
        let known_view = View::of_member("__known", Some(quote! { __moment }));
        let same = |before: &SummaryUse, now: &SummaryUse| {
            let same = before.by.iter().map(|&key| {
                let [known, member] = [(before, &known_view), (now, &view)].map(|(of, view)| {
                    self.by_branch(&of.branches, view, |scope| scope.key_value(key))
                });
                known.with(&member, &quote! { *__first == *__second })
            });
            quote! { true #(&& #same)* }
        };
        let nodes = self.nodes_asked_for(uses);
        let same = if nodes.is_empty() {
            same(&uses[0], &uses[0])
        } else {
            let same = nodes.into_iter().map(|(other, (before, now))| {
                let (other, same) = (int(other), same(before, now));
                quote! { #other => #same, }
            });
            quote! { match __node { #(#same)* _ => false } }
        };
        let name = self.push_function(
            all,
            ("same_group", node, number),
            &quote! { (__known, __moment): (__rt::TokenId, __rt::Moment), (__node, __member): (u32, __rt::TokenId) },
            &quote! { bool },
            &same,
        );
        let number = int(number);
        all.arms.same_group.extend(quote! {
            #number => Self::#name(__memory, __network, __known, __now),
        });
    }

    /// Whether a key may be another where no fact of the member's is another: where an accumulate has found it.
    fn rests_on_results(&self, branches: &[Branch], by: &[VariableId]) -> bool {
        let mut pairs = branches
            .iter()
            .flat_map(|branch| by.iter().map(move |&key| (branch, key)));
        pairs.any(|(Branch { context, .. }, key)| {
            let rule = self.ruleset.rule(context.rule);
            let touched = touched(rule, key, &context.branches);
            let mut kinds = touched.iter().map(|element| &rule.elements[element.0].kind);
            kinds.any(|kind| !matches!(kind, ElementKind::Fact { .. }))
        })
    }

    /// Of a summary that is used so, the nodes that a rule which asks for groups may find the same one at: where an
    /// `either` stands before an accumulate, it may have several. With each both uses of the rule's.
    fn nodes_asked_for<'s>(
        &'s self,
        uses: &'s [SummaryUse],
    ) -> BTreeMap<usize, (&'s SummaryUse, &'s SummaryUse)> {
        let asking =
            |of: &&SummaryUse| of.result.is_some() && asks_for_groups(self.ruleset.rule(of.rule));
        let mut found = BTreeMap::new();
        for before in uses.iter().filter(asking) {
            for (number, node) in self.network.nodes.iter().enumerate() {
                let NodeKind::Summary { uses, .. } = &node.kind else {
                    continue;
                };
                let same =
                    |now: &&SummaryUse| (now.rule, now.result) == (before.rule, before.result);
                if let Some(now) = uses.iter().find(same) {
                    found.entry(number).or_insert((before, now));
                }
            }
        }
        found
    }
}

/// Whether a rule asks over which groups it has fired.
fn asks_for_groups(rule: &Rule) -> bool {
    rule.once || rule.no_loop || !rule.on_change.is_empty()
}
