//! How the loops of a query find facts: in the indexes that the network keeps for it.

use std::collections::BTreeMap;

use proc_macro2::TokenStream;
use quote::quote;
use syn::Lifetime;

use crate::hir::{Quantifier, TestId};
use crate::network::Network;
use crate::plan::{Scan, StepId};

use super::super::loops::{Facts, Style, emit_is_hashed, look_up};
use super::super::names;
use super::super::scope::Scope;

/// Loops over facts that are looked up.
pub(super) struct Lookup<'n> {
    pub(super) network: &'n Network,
    /// For each scan, the index of its facts.
    pub(super) indexes: &'n BTreeMap<StepId, usize>,
}

impl Style for Lookup<'_> {
    fn facts(&self, step: StepId, scan: &Scan, scope: &Scope<'_>) -> Facts {
        let slot = names::local(scan.element);
        look_up(scope, scan, (self.network, self.indexes[&step]), &|part| {
            emit_is_hashed(scope, part, quote! { let #slot = __rt::Slot(0); })
        })
    }

    fn tests(&self, _: StepId, level: &mut Scope<'_>, tests: &[TestId]) {
        level.tests(tests);
    }

    fn found(
        &self,
        _: StepId,
        quantifier: Quantifier,
        label: &dyn Fn() -> Lifetime,
        search: &dyn Fn(TokenStream) -> TokenStream,
    ) -> TokenStream {
        let label = label();
        match quantifier {
            Quantifier::None | Quantifier::Some => {
                let search = search(quote! { break #label 1; });
                quote! { let __found: u32 = #label: { #search 0 }; }
            }
            Quantifier::One => {
                let search = search(quote! {
                    __count += 1;
                    if __count > 1 { break #label __count; }
                });
                quote! { let __found: u32 = #label: { let mut __count = 0; #search __count }; }
            }
        }
    }
}
