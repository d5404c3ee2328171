//! The numbers that order a match of loops among the others.

use proc_macro2::TokenStream;
use quote::quote;

use crate::hir::ElementId;
use crate::plan::MatchElement;

use super::super::literals::int;
use super::super::names;
use super::super::scope::Scope;

/// A number for each element, as many as `length`.
pub(in crate::generate) fn emit_order(
    elements: &[MatchElement],
    scope: &Scope<'_>,
    length: usize,
) -> TokenStream {
    let numbers = emit_numbers(elements, scope, |element| {
        let number = names::group(element);
        quote! { #number as u64 }
    });
    let rest = (elements.len()..length).map(|_| quote! { 0 });
    let numbers = numbers.chain(rest);
    quote! { [#(#numbers),*] }
}

/// The number of each element of a match; `group` is that of a group.
pub(in crate::generate) fn emit_numbers(
    elements: &[MatchElement],
    scope: &Scope<'_>,
    group: impl Fn(ElementId) -> TokenStream,
) -> impl Iterator<Item = TokenStream> {
    elements.iter().map(move |element| match *element {
        MatchElement::Fact(element) => {
            let (slab, slot) = (scope.slab(element), scope.slot(element));
            quote! { __memory.#slab.place(#slot) }
        }
        MatchElement::Branch(branch) => {
            let branch = int(branch);
            quote! { #branch }
        }
        MatchElement::Each(element) => {
            let number = names::local(element);
            quote! { #number as u64 }
        }
        MatchElement::Group(element) => group(element),
    })
}
