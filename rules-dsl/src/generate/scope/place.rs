//! Emits the places of elements: slots of facts, references to facts, fields.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens as _, quote};

use crate::hir::{ElementId, ElementKind};
use crate::network::Place;

use super::Scope;
use crate::generate::literals::int;
use crate::generate::names;
use crate::generate::view::View;

/// Why an element has a place.
const UNBOUND: &str = "`network` puts tests where all that they need is bound";

impl Scope<'_> {
    /// A field of an element's fact, as a place.
    pub(in crate::generate) fn place(
        &mut self,
        element: ElementId,
        member: &syn::Member,
    ) -> TokenStream {
        let value = self.element(element);
        let ElementKind::Fact {
            variant: Some(path),
            ..
        } = &self.rule().elements[element.0].kind
        else {
            return quote! { #value.#member };
        };
        let local = names::variant_field(element, member);
        if !self.variant_fields.contains(&local.to_string()) {
            self.bind_variant(element, path, std::slice::from_ref(member));
        }
        quote! { (*#local) }
    }

    /// Emits the binding of fields of a variant.
    pub(super) fn bind_variant(
        &mut self,
        element: ElementId,
        path: &syn::Path,
        members: &[syn::Member],
    ) {
        let (value, otherwise) = (self.element(element), self.view.on_mismatch.clone());
        let locals: Vec<Ident> = members
            .iter()
            .map(|member| names::variant_field(element, member))
            .collect();
        self.variant_fields
            .extend(locals.iter().map(Ident::to_string));
        self.bind(quote! { let #path { #(#members: #locals,)* .. } = #value else { #otherwise }; });
    }

    /// The local that refers to an element's fact.
    pub(in crate::generate) fn element(&mut self, element: ElementId) -> TokenStream {
        let local = names::element(element);
        if self.elements.insert(element) {
            let (slab, slot) = (self.slab(element), self.slot(element));
            let read = self.view.moment.as_ref().map_or_else(
                || quote! { value(#slot) },
                |moment| quote! { at(#slot, #moment) },
            );
            self.bind(quote! { let #local = __memory.#slab.#read; });
        }
        local.to_token_stream()
    }

    /// Whether an element stands for the answers of a query.
    pub(in crate::generate) fn is_answer(&self, element: ElementId) -> bool {
        let of = self.rule().pattern_type(element);
        of.is_some_and(|of| self.ruleset.fact_types[of.0].site.is_some())
    }

    pub(in crate::generate) fn slab(&self, element: ElementId) -> Ident {
        match &self.rule().elements[element.0].kind {
            ElementKind::Fact { fact_type, .. } | ElementKind::Best { fact_type, .. } => {
                self.ruleset.fact_types[fact_type.0].slab.clone()
            }
            ElementKind::Accumulate(_) | ElementKind::Each(_) => {
                unreachable!("only facts stand in working memory")
            }
        }
    }

    /// The slot of an element's fact.
    pub(in crate::generate) fn slot(&self, element: ElementId) -> TokenStream {
        if let ElementKind::Best { member, .. } = self.rule().elements[element.0].kind
            && !self.is_local(element)
        {
            let group = self.number(element);
            let steps = self.member_steps(element, member);
            return steps.fact_of(&quote! { __network.member(#group) });
        }
        let View { left, right, .. } = &self.view;
        match self.context.places.get(&element) {
            Some(Place::Right) => right.clone(),
            Some(Place::Left) => left.clone(),
            Some(Place::Token(steps)) => {
                let steps = int(*steps as usize);
                quote! { __network.fact(#left, #steps) }
            }
            Some(Place::LeftOf(steps)) => {
                let steps = int(*steps as usize);
                quote! { __network.left_fact(#left, #steps) }
            }
            Some(Place::Gate(gate)) => {
                let gate = int(*gate);
                quote! { __network.gate(#gate) }
            }
            Some(Place::Local | Place::Slot) => names::local(element).to_token_stream(),
            Some(Place::Whole(place)) => {
                let place = int(*place as usize);
                quote! { __network.fact_at(#left, #place) }
            }
            None => unreachable!("{UNBOUND}"),
        }
    }

    /// Whether the code is a query's.
    pub(in crate::generate) fn is_query(&self) -> bool {
        self.context.rule.0 >= self.ruleset.rules.len()
    }

    /// Whether an element stands in a local: the code is loops within loops.
    pub(in crate::generate) fn is_local(&self, element: ElementId) -> bool {
        self.context.places.get(&element) == Some(&Place::Local)
    }

    /// The token for which a `for` has given an element.
    pub(in crate::generate) fn left_of(&self, element: ElementId) -> TokenStream {
        let left = &self.view.left;
        match self.context.places.get(&element) {
            Some(Place::Token(steps)) => {
                let steps = int(*steps as usize);
                quote! { __network.left(#left, #steps) }
            }
            _ => left.clone(),
        }
    }

    /// The number that a token keeps for an element that is no fact: of a group, or of an element of a `for`.
    pub(in crate::generate) fn number(&self, element: ElementId) -> TokenStream {
        let View { left, right, .. } = &self.view;
        match self.context.places.get(&element) {
            Some(Place::Right) => right.clone(),
            Some(Place::Token(steps)) => {
                let steps = int(*steps as usize);
                quote! { __network.result(#left, #steps) }
            }
            Some(Place::Local) => names::local(element).to_token_stream(),
            Some(
                Place::Slot | Place::Left | Place::LeftOf(_) | Place::Gate(_) | Place::Whole(_),
            ) => unreachable!("facts alone stand there"),
            None => unreachable!("{UNBOUND}"),
        }
    }
}
