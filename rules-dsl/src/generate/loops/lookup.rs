//! Loops over the facts that an index gives for a key.

use proc_macro2::TokenStream;
use quote::quote;

use super::super::literals::int;
use super::super::names;
use super::super::scope::Scope;
use super::Facts;
use crate::hir::{Operand, OperandKind};
use crate::network::{Network, Wider};
use crate::plan::{KeyPart, Range, Scan, offset};

/// The facts of a pattern that are looked up in an index of a network; `is_hashed` says of a side of a key whether it can
/// be. Of a type of which there is one fact at the most the index has no key, and its tests alone say whether the fact goes
/// with what is bound.
pub(in crate::generate) fn look_up(
    scope: &Scope<'_>,
    scan: &Scan,
    (network, index): (&Network, usize),
    is_hashed: &dyn Fn(KeyPart) -> TokenStream,
) -> Facts {
    let (slot, of) = (names::local(scan.element), names::hash(scan.element));
    let facts = if network.has_all(index) {
        quote! { facts_of_type }
    } else {
        quote! { facts }
    };
    let index = int(index);
    if scan.is_of_single(scope.ruleset, scope.rule()) {
        return Facts {
            before: TokenStream::new(),
            item: quote! { #slot },
            all: quote! { __network.#facts(#index, ::core::option::Option::Some(0)) },
            inside: TokenStream::new(),
        };
    }
    let hash = emit_hash(scope, &scan.keys.left, is_hashed);
    let (bounds, all) = if scan.keys.ranges.is_empty() {
        (None, quote! { __network.#facts(#index, #of) })
    } else {
        let within = names::within(scan.element);
        let spans = emit_spans(scope, &scan.keys.ranges, is_hashed);
        (
            Some(quote! { let #within = #spans; }),
            quote! { __network.facts_within(#index, #of, #within) },
        )
    };
    Facts {
        before: quote! { let #of = #hash; #bounds },
        item: quote! { #slot },
        all,
        inside: TokenStream::new(),
    }
}

/// The facts of a pattern that are looked up in a [wider index](Wider) as long as it gives few, else in their own.
pub(in crate::generate) fn look_up_wider(
    scope: &Scope<'_>,
    scan: &Scan,
    (wider, own): (&Wider, usize),
    is_hashed: &dyn Fn(KeyPart) -> TokenStream,
) -> Facts {
    let (slot, of) = (names::local(scan.element), names::hash(scan.element));
    let hash = emit_hash(scope, &wider.key, is_hashed);
    let own_hash = if wider.key == scan.keys.left {
        quote! { #of }
    } else {
        // What is bound before has passed its tests: within a closure there is no loop to leave.
        let mut scope = scope.clone();
        scope.view.on_mismatch = quote! { ::core::unreachable!() };
        emit_hash(&scope, &scan.keys.left, is_hashed)
    };
    let (index, own) = (int(wider.index), int(own));
    let own = quote! {
        &[__rt::OwnIndex { index: #own, seeds: ::core::primitive::u64::MAX }]
    };
    Facts {
        before: quote! { let #of = #hash; },
        item: quote! { #slot },
        all: quote! {
            __network.facts_of_wider(#index, #own, #of, || #own_hash, &mut *__matches)
        },
        inside: TokenStream::new(),
    }
}

/// Within what the fields lie by which the facts of an index are ordered.
fn emit_spans(
    scope: &Scope<'_>,
    ranges: &[Range],
    is_looked_up: &dyn Fn(KeyPart) -> TokenStream,
) -> TokenStream {
    let rule = scope.rule();
    let mut level = scope.level();
    level.set_lends(false);
    level.push(quote! { let mut __within = [__rt::Bounds::ALL; 2]; });
    for (number, range) in ranges.iter().enumerate() {
        let least = range
            .least
            .iter()
            .map(|part| (part, quote! { from }, quote! { 0 }));
        let most = quote! { ::core::primitive::u64::MAX };
        let greatest = range.greatest.iter();
        let greatest = greatest.map(|part| (part, quote! { to }, most.clone()));
        for (&part, narrows, otherwise) in least.chain(greatest) {
            let number = proc_macro2::Literal::usize_unsuffixed(number);
            let ordered = is_looked_up(part);
            let bound = emit_place(&mut level, part.operand(rule), &otherwise);
            level.push(quote! { if #ordered { __within[#number].#narrows(#bound); } });
        }
    }
    let code = level.finish();
    quote! { { #code __within } }
}

/// The place of a bound among the values of its type. That of a sum or difference is computed so that it does not overflow:
/// what is computed for a fact itself may be guarded by a test that the fact does not pass.
pub(in crate::generate) fn emit_place(
    level: &mut Scope<'_>,
    bound: &Operand,
    otherwise: &TokenStream,
) -> TokenStream {
    if let OperandKind::Expr(expr) = &bound.kind
        && let Some((left, is_sum, right)) = offset(expr)
    {
        let [left, right] = [left, right].map(|side| {
            level.operand(&Operand {
                kind: OperandKind::Expr(Box::new(side.clone())),
                ..bound.clone()
            })
        });
        return quote! { (&__rt::Offset(&#left, &#right)).__place(#is_sum, #otherwise) };
    }
    let bound = level.operand(bound);
    quote! { (&__rt::Placed(&#bound)).__place(#otherwise) }
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

/// Whether the sides of an equality hash alike, so that one can look up the other; of another comparison, whether both
/// have a place among the values of their type. It is known when the code is compiled: the
/// sides are never computed, and `slots` need only give all that they stand on some value.
pub(in crate::generate) fn emit_is_hashed(
    scope: &Scope<'_>,
    part: KeyPart,
    slots: TokenStream,
) -> TokenStream {
    let rule = scope.rule();
    let part = part.of_its_type(rule);
    let mut level = scope.level();
    level.set_lends(false);
    level.view.on_mismatch = quote! { ::core::unreachable!() };
    level.push(slots);
    let [one, other] = [part, part.other()].map(|side| level.operand(side.operand(rule)));
    let bindings = level.finish();
    let asked = if part.is_equality(rule) {
        quote! { (&&&__rt::Sides(&#one, &#other)) }
    } else {
        quote! { (&__rt::Ends(&#one, &#other)) }
    };
    quote! {
        __rt::is_hashed(|| {
            #bindings
            #asked.__lookup()
        })
    }
}
