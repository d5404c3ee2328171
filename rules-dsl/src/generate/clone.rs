//! Generates what copies a session, where its fact types and globals can be copied.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned as _;

use crate::hir::Ruleset;

use super::fragments::{first_span, located};
use super::names::Names;
use super::states::StateField;
use super::time;

/// The impls. Bounds go through the listener's type: without a parameter in them, rustc would ask for
/// them here and not where a session is copied.
pub(super) fn emit_clone(ruleset: &Ruleset, names: &Names, states: &[StateField]) -> TokenStream {
    let name = &ruleset.name;
    let Names {
        memory,
        globals,
        mode,
        ..
    } = names;
    let paths = ruleset
        .fact_types
        .iter()
        .map(|fact_type| bound(&fact_type.path));
    let types = ruleset.globals.iter().map(|global| bound(&global.ty));
    let slabs: Vec<_> = ruleset.fact_types.iter().map(|of| &of.slab).collect();
    let kept = states.iter();
    let clock = time::clock_field(ruleset);
    let states: Vec<_> = states
        .iter()
        .map(|field| &field.name)
        .chain(&clock)
        .collect();
    let kept = kept.filter(|field| !field.is_accumulate);
    let kept = kept.map(|field| {
        let (kept, span) = (field.ty(&quote! { __rt }, mode), field.of.span());
        let bound = quote_spanned! { span=> __rt::CloneFor<L_> };
        quote! { #kept: #bound }
    });
    let copied = ruleset.globals.iter().map(|global| {
        let clone_value = quote! { __rt::CloneFor::<L_>::clone_value };
        let (name, clone_value) = (&global.name, located(clone_value, first_span(&global.ty)));
        quote! { #name: #clone_value(&__globals.#name) }
    });
    quote! {
        impl<L_: ::core::clone::Clone> ::core::clone::Clone for #name<L_>
        where
            #(#paths,)*
            #(#types,)*
            #(#kept,)*
        {
            #[allow(clippy::too_many_lines)]
            fn clone(&self) -> Self {
                let session = self.session.__copy(
                    |__memory| #memory {
                        #(#slabs: __rt::CloneFor::<L_>::clone_slab(&__memory.#slabs),)*
                        #(#states: __rt::CloneFor::<L_>::clone_value(&__memory.#states),)*
                    },
                    |__globals| #globals {
                        #(#copied,)*
                    },
                );
                #name { session }
            }
        }
    }
}

/// The bound on a fact type or a global's type; where it is not met, rustc points at the type.
fn bound(of: &impl ToTokens) -> TokenStream {
    let bound = quote_spanned! { of.span()=> __rt::CloneFor<L_> };
    quote! { #of: #bound }
}
