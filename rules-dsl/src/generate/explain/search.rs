//! How the loops of an explanation find facts, and what they count.
//!
//! First each pattern's facts are put to the tests on themselves. Then what passed is joined from left to
//! right, with no index: a join that finds nothing is to be seen to find nothing.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Lifetime;

use crate::hir::{Quantifier, TestId};
use crate::plan::{Scan, StepId};
use crate::source::mentions;

use super::super::literals::int;
use super::super::loops::{Facts, LoopWriter, Style};
use super::super::names;
use super::super::scope::Scope;
use super::rows::Rows;

/// Loops that count.
pub(super) struct Counting<'r> {
    pub(super) rows: &'r Rows<'r>,
}

impl Style for Counting<'_> {
    fn facts(&self, _: StepId, scan: &Scan, _: &Scope<'_>) -> Facts {
        let (candidates, candidate) = (
            names::candidates(scan.element),
            names::candidate(scan.element),
        );
        let slot = names::local(scan.element);
        Facts {
            before: TokenStream::new(),
            item: quote! { #candidate },
            all: quote! { &#candidates },
            inside: quote! { let #slot = __rules::Fact::__slot(#candidate); },
        }
    }

    /// Those that are not on facts alone.
    fn tests(&self, step: StepId, level: &mut Scope<'_>, _: &[TestId]) {
        level.counted_tests(&self.rows.row(step).tests(false));
    }

    /// All are counted.
    fn found(
        &self,
        _: StepId,
        _: Quantifier,
        _: &dyn Fn() -> Lifetime,
        search: &dyn Fn(TokenStream) -> TokenStream,
    ) -> TokenStream {
        let search = search(quote! { __count += 1; });
        quote! { let __found: u64 = { let mut __count = 0; #search __count }; }
    }

    fn reached(&self, step: StepId) -> TokenStream {
        let reached = int(self.rows.row(step).reached());
        quote! { __counting.count(#reached); }
    }

    fn passed(&self, step: StepId) -> TokenStream {
        let passed = int(self.rows.row(step).passed());
        quote! { __counting.count(#passed); }
    }
}

/// The lists of the facts that patterns may be, each fact by itself.
pub(super) fn emit_candidates(
    rows: &Rows<'_>,
    writer: &LoopWriter<'_>,
    scope: &Scope<'_>,
) -> TokenStream {
    let patterns = rows.iter().filter_map(|row| Some((row, row.fact?)));
    let lists = patterns.map(|(row, element)| {
        let label = writer.label("candidates");
        let (candidates, candidate) = (names::candidates(element), names::candidate(element));
        let (slot, slab) = (names::local(element), scope.slab(element));
        let number = int(element.0);
        let mut level = scope.level();
        level.view.on_mismatch = quote! { continue #label };
        level.counted_tests(&row.tests(true));
        let tests = level.finish();
        let facts = int(row.facts());
        if tests.is_empty() {
            return quote! { let #candidates = __counting.facts(#number, #facts, &__memory.#slab); };
        }
        let is_read = mentions(tests.clone(), &[&candidate.to_string()]);
        let fact = quote! { __rules::Fact::__at(&__memory.#slab, #slot) };
        let candidate = is_read.then(|| quote! { let #candidate = &#fact; });
        quote! {
            let mut #candidates = __rt::Vec::new();
            #label: for #slot in __counting.slots(#number, #facts, &__memory.#slab) {
                #candidate
                #tests
                #candidates.push(#fact);
            }
        }
    });
    lists.collect()
}
