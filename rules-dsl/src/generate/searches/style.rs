//! How the loops of searches for whole matches find facts.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::TokenStream;
use quote::quote;
use syn::Lifetime;

use crate::hir::{Quantifier, TestId};
use crate::network::{Partners, Wider};
use crate::plan::{KeyPart, Nest, Scan, StepId};

use super::super::literals::int;
use super::super::loops::{Facts, Style, look_up, look_up_wider};
use super::super::names;
use super::super::scope::Scope;
use super::SearchWriter;
use super::look_ups::{LookUpNumbers, emit_asked, emit_passed, emit_visited};

/// The loops of one search.
pub(super) struct InMatch<'n> {
    pub(super) writer: &'n SearchWriter<'n>,
    /// For each step, the index of its facts.
    pub(super) indexes: &'n BTreeMap<usize, usize>,
    /// For each step that asks a wider index, which.
    pub(super) wider: Option<&'n BTreeMap<usize, Wider>>,
    /// For each step whose facts may be reduced, by what.
    pub(super) reduced: Option<&'n BTreeMap<usize, Vec<Partners>>>,
    /// For each step that is counted, the number under which it is.
    pub(super) look_ups: Option<&'n LookUpNumbers>,
    /// The facts of the first loop, with its step, where they are looked up already.
    pub(super) first: Option<(usize, Given)>,
    /// The places whose facts are passed over where the change touches them: those before this one.
    pub(super) untouched: usize,
}

/// Facts that are looked up outside a search.
#[derive(Clone)]
pub(super) struct Given {
    pub(super) facts: TokenStream,
    /// Whether those that the change touches are passed over there, too.
    pub(super) are_untouched: bool,
}

impl InMatch<'_> {
    /// The same where the facts of the first loop are given, if they are.
    pub(super) fn beginning_with(self, nest: &Nest, first: Option<Given>) -> Self {
        let step = nest.first_scan().map(|(step, _)| step);
        InMatch {
            first: step.zip(first),
            ..self
        }
    }

    /// The facts of a step, as they are looked up.
    pub(super) fn look_up(&self, step: usize, scan: &Scan, scope: &Scope<'_>) -> Facts {
        let network = self.writer.conditions.network;
        let own = self.indexes[&step];
        let is_hashed = |part| self.is_hashed(part);
        match self.wider.and_then(|wider| wider.get(&step)) {
            Some(wider) => look_up_wider(scope, scan, (wider, own), &is_hashed),
            None => look_up(scope, scan, (network, own), &is_hashed),
        }
    }

    /// The tests on the fact alone that a step makes because it asks a wider index, if there are any.
    fn own_of_wider(&self, step: StepId) -> Option<&BTreeSet<TestId>> {
        let wider = self.wider?.get(&step.0)?;
        (!wider.own.is_empty()).then_some(&wider.own)
    }

    /// Counts that a fact of a step is put to its tests.
    fn tested(&self, step: StepId) -> TokenStream {
        let join = int(self.writer.joins[step.0]);
        let visited = self.counted(step).map(emit_visited);
        quote! { __matches.tests(#join); #visited }
    }

    /// The number under which a step is counted, if it is.
    fn counted(&self, step: StepId) -> Option<usize> {
        self.look_ups?.get(&step.0).copied()
    }

    /// Whether facts are looked up by a comparison.
    fn is_hashed(&self, part: KeyPart) -> TokenStream {
        let asked = self.writer.asked_of(part);
        let looks_up = self.writer.looks_up(asked);
        self.writer.keys.borrow_mut().insert(asked);
        quote! { Self::#looks_up(__memory) }
    }

    /// The facts of a step as they are looked up where those without a partner may be left out.
    fn look_up_reduced(&self, step: usize, scan: &Scan, scope: &Scope<'_>) -> Facts {
        let facts = self.look_up(step, scan, scope);
        let partners = self.reduced.and_then(|reduced| reduced.get(&step));
        let Some(partners) = partners else {
            return facts;
        };
        let index = int(self.indexes[&step]);
        let reduced = partners.iter().map(|partners| int(partners.index));
        let keys = partners.iter().flat_map(|partners| &partners.key);
        let are_hashed = keys.map(|&part| self.is_hashed(part));
        let hash = names::hash(scan.element);
        let all = quote! {
            __network.facts_with_partner(
                #index,
                if #(#are_hashed)&&* { &[#(#reduced),*] } else { &[] },
                #hash,
                &mut *__matches,
            )
        };
        Facts { all, ..facts }
    }
}

impl Style for InMatch<'_> {
    fn facts(&self, step: StepId, scan: &Scan, scope: &Scope<'_>) -> Facts {
        let slot = names::local(scan.element);
        let facts = match &self.first {
            Some((first, given)) if *first == step.0 => Facts {
                before: TokenStream::new(),
                item: quote! { #slot },
                all: given.facts.clone(),
                inside: TokenStream::new(),
            },
            _ => {
                let facts = self.look_up_reduced(step.0, scan, scope);
                let before = facts.before;
                let asked = self.counted(step).map(emit_asked);
                Facts {
                    before: quote! { #before #asked },
                    ..facts
                }
            }
        };
        let writer = self.writer;
        let inside = if let Some(counted) = step.0.checked_sub(writer.patterns.len()) {
            let counted = int(writer.numbers.counted + counted);
            quote! {
                if __unchanged && __network.is_counted_anew(#counted, #slot) { continue; }
            }
        } else {
            let first = self.first.as_ref();
            let is_passed_over =
                first.is_some_and(|(first, given)| *first == step.0 && given.are_untouched);
            let untouched = (step.0 < self.untouched && !is_passed_over)
                .then(|| writer.emit_untouched(step.0, &slot));
            let tested = self.own_of_wider(step).is_none().then(|| self.tested(step));
            quote! { #untouched #tested }
        };
        Facts { inside, ..facts }
    }

    fn passed(&self, step: StepId) -> TokenStream {
        let join = self.writer.joins.get(step.0).copied().map(int);
        let passed = self.counted(step).map(emit_passed);
        join.map_or_else(
            TokenStream::new,
            |join| quote! { __matches.passes(#join); #passed },
        )
    }

    fn tests(&self, step: StepId, level: &mut Scope<'_>, tests: &[TestId]) {
        let Some(own) = self.own_of_wider(step) else {
            return level.tests(tests);
        };
        // What does not pass these, its own index would not have given.
        let (own, rest): (Vec<TestId>, Vec<TestId>) =
            tests.iter().partition(|test| own.contains(test));
        level.tests(&own);
        level.push(self.tested(step));
        level.tests(&rest);
    }

    fn found(
        &self,
        step: StepId,
        _: Quantifier,
        _: &dyn Fn() -> Lifetime,
        _: &dyn Fn(TokenStream) -> TokenStream,
    ) -> TokenStream {
        let SearchWriter {
            counts, patterns, ..
        } = self.writer;
        let (count, outer) = &counts[step.0 - patterns.len()];
        let outer = outer.iter().map(|&element| names::local(element));
        quote! { let __found = Self::#count(#(#outer,)* false, __memory, __network); }
    }
}
