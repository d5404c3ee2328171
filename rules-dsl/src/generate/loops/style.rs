//! What differs between the loops of queries, of explanations and of searches for whole matches.

use proc_macro2::TokenStream;
use syn::Lifetime;

use crate::hir::{Quantifier, TestId};
use crate::plan::{Scan, StepId};

use super::super::scope::Scope;

/// How facts are found, and what else is done at the steps.
pub(in crate::generate) trait Style {
    /// Where a scan finds its facts.
    fn facts(&self, step: StepId, scan: &Scan, scope: &Scope<'_>) -> Facts;

    /// Emits the tests of a step into its level.
    fn tests(&self, step: StepId, level: &mut Scope<'_>, tests: &[TestId]);

    /// A block that counts matches: no further than it takes to know whether they are as many as asked for. `label`
    /// makes the label of the block, `search` finds the matches and does with each what it is given.
    fn found(
        &self,
        step: StepId,
        quantifier: Quantifier,
        label: &dyn Fn() -> Lifetime,
        search: &dyn Fn(TokenStream) -> TokenStream,
    ) -> TokenStream;

    /// What is done where a step begins.
    fn reached(&self, _: StepId) -> TokenStream {
        TokenStream::new()
    }

    /// What is done where a step's tests hold.
    fn passed(&self, _: StepId) -> TokenStream {
        TokenStream::new()
    }
}

/// The facts of a loop.
pub(in crate::generate) struct Facts {
    /// What stands before the loop.
    pub(in crate::generate) before: TokenStream,
    /// The pattern of an item.
    pub(in crate::generate) item: TokenStream,
    /// What is iterated.
    pub(in crate::generate) all: TokenStream,
    /// What stands first in the loop: after it, the fact's local holds its slot.
    pub(in crate::generate) inside: TokenStream,
}
