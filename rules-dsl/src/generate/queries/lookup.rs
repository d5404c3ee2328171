//! How the loops of a query find facts: in the indexes that the network keeps for it.

use std::collections::BTreeMap;

use proc_macro2::TokenStream;
use quote::quote;
use syn::Lifetime;

use crate::hir::{ElementId, Quantifier, TestId};
use crate::plan::{KeyPart, Scan, StepId};

use super::super::literals::int;
use super::super::loops::{Facts, Style};
use super::super::names;
use super::super::scope::Scope;

/// Loops over facts that are looked up.
pub(super) struct Lookup<'n> {
    /// For each scan, the index of its facts.
    pub(super) indexes: &'n BTreeMap<StepId, usize>,
}

impl Style for Lookup<'_> {
    fn facts(&self, step: StepId, scan: &Scan, scope: &Scope<'_>) -> Facts {
        let (slot, of) = (names::local(scan.element), names::hash(scan.element));
        let index = int(self.indexes[&step]);
        let hash = emit_hash(scope, scan.element, &scan.keys.left);
        Facts {
            before: quote! { let #of = #hash; },
            item: quote! { #slot },
            all: quote! { __network.facts(#index, #of) },
            inside: TokenStream::new(),
        }
    }

    fn tests(&self, _: StepId, level: &mut Scope<'_>, tests: &[TestId]) {
        level.tests(tests);
    }

    fn found(
        &self,
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

/// The hash of what the facts of an index are compared with; `None` where it cannot be looked up.
pub(in crate::generate) fn emit_hash(
    scope: &Scope<'_>,
    element: ElementId,
    key: &[KeyPart],
) -> TokenStream {
    if key.is_empty() {
        return quote! { ::core::option::Option::Some(0) };
    }
    let rule = scope.rule();
    let slot = names::local(element);
    let hashed = key.iter().map(|&part| {
        let mut level = scope.level();
        level.view.on_mismatch = quote! { ::core::unreachable!() };
        level.push(quote! { let #slot = 0; });
        let [one, other] = [part, part.other()].map(|side| level.operand(side.operand(rule)));
        let bindings = level.finish();
        quote! {
            __rt::is_hashed(|| {
                #bindings
                (&&&__rt::Sides(&#one, &#other)).__lookup()
            })
        }
    });
    let mut level = scope.level();
    level.push(quote! { let __hash = 0; });
    for &part in key {
        let bound = level.operand(part.operand(rule));
        level.push(quote! { let __hash = __rt::Key(&#bound).__mix(__hash); });
    }
    let code = level.finish();
    quote! {
        if #(#hashed)&&* {
            #code
            ::core::option::Option::Some(__hash)
        } else {
            ::core::option::Option::None
        }
    }
}
