//! How the loops of searches for whole matches find facts.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::Lifetime;

use crate::hir::{ElementId, Quantifier, TestId};
use crate::plan::{Scan, StepId};

use super::super::literals::int;
use super::super::loops::{Facts, Style, look_up};
use super::super::names;
use super::super::scope::Scope;

/// The loops of one search.
pub(super) struct InMatch<'n> {
    /// The entry of the match.
    pub(super) entry: usize,
    /// The elements of its patterns, left to right.
    pub(super) patterns: &'n [ElementId],
    /// For each place, the join that the pattern is drawn with; for the first, where the search begins.
    pub(super) joins: &'n [usize],
    /// For each step, the index of its facts.
    pub(super) indexes: &'n BTreeMap<usize, usize>,
    /// The number of its first counted pattern.
    pub(super) first_counted: usize,
    /// What counts its counted patterns: the functions, and the outer facts that they ask for.
    pub(super) counts: &'n [(Ident, Vec<ElementId>)],
    /// The places whose facts are passed over where the change touches them: those before this one.
    pub(super) untouched: usize,
    /// What names the function that says whether facts are looked up by an equality.
    pub(super) looks_up: &'n dyn Fn(TestId) -> Ident,
    /// The equalities for which it is called.
    pub(super) keys: &'n RefCell<BTreeSet<TestId>>,
}

impl Style for InMatch<'_> {
    fn facts(&self, step: StepId, scan: &Scan, scope: &Scope<'_>) -> Facts {
        let slot = names::local(scan.element);
        let index = self.indexes[&step.0];
        let facts = look_up(scope, scan, index, &|part| {
            self.keys.borrow_mut().insert(part.test);
            let looks_up = (self.looks_up)(part.test);
            quote! { Self::#looks_up(__memory) }
        });
        let inside = if let Some(counted) = step.0.checked_sub(self.patterns.len()) {
            let counted = int(self.first_counted + counted);
            quote! {
                if __unchanged && __network.is_counted_anew(#counted, #slot) { continue; }
            }
        } else {
            let [join, entry, place] = [self.joins[step.0], self.entry, step.0].map(int);
            // Matches of facts that the change touches are found from those.
            let untouched = (step.0 < self.untouched)
                .then(|| quote! { if __network.is_touched(#entry, #place, #slot) { continue; } });
            quote! { #untouched __matches.tests(#join); }
        };
        Facts { inside, ..facts }
    }

    fn passed(&self, step: StepId) -> TokenStream {
        if step.0 >= self.patterns.len() {
            return TokenStream::new();
        }
        let join = int(self.joins[step.0]);
        quote! { __matches.passes(#join); }
    }

    fn tests(&self, _: StepId, level: &mut Scope<'_>, tests: &[TestId]) {
        level.tests(tests);
    }

    fn found(
        &self,
        step: StepId,
        _: Quantifier,
        _: &dyn Fn() -> Lifetime,
        _: &dyn Fn(TokenStream) -> TokenStream,
    ) -> TokenStream {
        let (count, outer) = &self.counts[step.0 - self.patterns.len()];
        let outer = outer.iter().map(|&element| names::local(element));
        quote! { let __found = Self::#count(#(#outer,)* false, __memory, __network); }
    }
}
