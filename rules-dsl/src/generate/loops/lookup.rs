//! Loops over the facts that an index gives for a key.

use proc_macro2::TokenStream;
use quote::quote;

use super::super::literals::int;
use super::super::names;
use super::super::scope::Scope;
use super::Facts;
use crate::plan::{KeyPart, Scan};

/// The facts of a pattern that are looked up in an index; `is_hashed` says of a side of a key whether it can be.
pub(in crate::generate) fn look_up(
    scope: &Scope<'_>,
    scan: &Scan,
    index: usize,
    is_hashed: &dyn Fn(KeyPart) -> TokenStream,
) -> Facts {
    let (slot, of) = (names::local(scan.element), names::hash(scan.element));
    let index = int(index);
    let hash = emit_hash(scope, &scan.keys.left, is_hashed);
    Facts {
        before: quote! { let #of = #hash; },
        item: quote! { #slot },
        all: quote! { __network.facts(#index, #of) },
        inside: TokenStream::new(),
    }
}

/// The hash of what the facts of an index are compared with; `None` where it cannot be looked up.
fn emit_hash(
    scope: &Scope<'_>,
    key: &[KeyPart],
    is_hashed: &dyn Fn(KeyPart) -> TokenStream,
) -> TokenStream {
    if key.is_empty() {
        return quote! { ::core::option::Option::Some(0) };
    }
    let rule = scope.rule();
    let hashed = key.iter().map(|&part| is_hashed(part));
    let mut level = scope.level();
    level.set_lends(false);
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

/// Whether the sides of a key hash alike, so that one can look up the other. It is known when the code is compiled: the
/// sides are never computed, and `slots` need only give all that they stand on some value.
pub(in crate::generate) fn emit_is_hashed(
    scope: &Scope<'_>,
    part: KeyPart,
    slots: TokenStream,
) -> TokenStream {
    let rule = scope.rule();
    let mut level = scope.level();
    level.set_lends(false);
    level.view.on_mismatch = quote! { ::core::unreachable!() };
    level.push(slots);
    let [one, other] = [part, part.other()].map(|side| level.operand(side.operand(rule)));
    let bindings = level.finish();
    quote! {
        __rt::is_hashed(|| {
            #bindings
            (&&&__rt::Sides(&#one, &#other)).__lookup()
        })
    }
}
