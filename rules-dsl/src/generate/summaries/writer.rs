//! What all functions of summaries are written with.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use crate::hir::{ElementId, ElementKind, Expression, RuleId};
use crate::network::{Branch, Node, Reads};

use super::super::arms::Arms;
use super::super::conditions::ConditionWriter;
use super::super::literals::{FieldSets, kind};
use super::super::members::{MemberValue, by_branch};
use super::super::names::Names;
use super::super::scope::Scope;
use super::super::view::View;

/// The functions that summaries need, with the arms by which they are called.
pub(super) struct Summaries<'a> {
    pub(super) arms: &'a mut Arms,
    pub(super) functions: TokenStream,
}

impl ConditionWriter<'_> {
    /// Adds a function of members.
    pub(super) fn push_function(
        &self,
        all: &mut Summaries<'_>,
        (what, node, number): (&str, &Node, usize),
        parameters: &TokenStream,
        result: &TokenStream,
        body: &TokenStream,
    ) -> Ident {
        let Names {
            memory, network_ty, ..
        } = self.names;
        let name = self.function(what, node, number);
        let doc = self.doc(&node.rules, &node.text);
        all.functions.extend(quote! {
            #[doc = #doc]
            #[inline(never)]
            fn #name(
                __memory: &#memory,
                __network: &#network_ty,
                #parameters
            ) -> #result {
                #body
            }
        });
        name
    }

    /// The type of a fact of members, and the fields in which it is read.
    pub(super) fn member_reads(
        &self,
        rule: RuleId,
        member: ElementId,
    ) -> (TokenStream, TokenStream) {
        let ElementKind::Fact {
            fact_type,
            reads,
            whole,
            ..
        } = &self.ruleset.rule(rule).elements[member.0].kind
        else {
            unreachable!("a rule takes the facts of a pattern");
        };
        let reads = FieldSets::of(self.ruleset).set(&Reads::of(reads, *whole));
        (kind(*fact_type), reads)
    }

    /// Code that evaluates something in the branch by which a member came.
    pub(super) fn by_branch<'s>(
        &'s self,
        branches: &'s [Branch],
        view: &View,
        value: impl Fn(&mut Scope<'s>) -> TokenStream,
    ) -> MemberValue {
        by_branch((self.ruleset, self.definitions), branches, view, value)
    }

    /// The value of a member.
    pub(super) fn member_value(
        &self,
        branches: &[Branch],
        expr: &Expression,
        member: &str,
        moment: Option<TokenStream>,
    ) -> MemberValue {
        let view = View::of_member(member, moment);
        self.by_branch(branches, &view, |scope| scope.expression(expr))
    }

    /// What copies and forgets a state.
    pub(super) fn emit_keeping(
        all: &mut Summaries<'_>,
        has_past: bool,
        number: &TokenStream,
        state: &Ident,
    ) {
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
