//! Generates the accessors by which facts are found by their keys.

use heck::ToSnakeCase as _;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::parse_quote;

use crate::hir::{FactType, Identity, KeyField, Ruleset};
use crate::names::generic_argument;
use crate::resolve::is_session_method;

use super::comparisons::is_str;
use super::fragments::{first_span, located};
use super::identities::all;
use super::names::{self, Names};

/// The accessors of all fact types with a key.
pub(super) fn emit_keys(ruleset: &Ruleset, names: &Names) -> TokenStream {
    let accessors: TokenStream = ruleset
        .fact_types
        .iter()
        .filter_map(|fact_type| {
            let Identity::Key(key) = &fact_type.identity else {
                return None;
            };
            let name = names::plain(&accessor(fact_type));
            // One that the session has already has been reported.
            let is_reported = is_session_method(&name, ruleset.clock.is_some());
            (!is_reported).then(|| emit_accessor(ruleset, fact_type, key))
        })
        .collect();
    if accessors.is_empty() {
        return TokenStream::new();
    }
    let (name, transaction) = (&ruleset.name, &names.transaction);
    // A `use` does not say how far a type may be seen.
    let allowed = quote! {
        #[allow(dead_code, unreachable_pub, private_interfaces, private_bounds)]
        #[allow(clippy::all, clippy::pedantic)]
    };
    quote! {
        #allowed
        impl<L_: __rules::Listener> #name<L_> {
            #accessors
        }

        #allowed
        impl #transaction<'_, '_> {
            #accessors
        }
    }
}

/// The method `fact(key, …) -> Option<&Fact>`.
fn emit_accessor(ruleset: &Ruleset, fact_type: &FactType, key: &[KeyField]) -> TokenStream {
    let path = &fact_type.path;
    let declaration = fact_type.declaration.as_ref();
    let vis = declaration.map_or(&ruleset.vis, |declaration| &declaration.vis);
    let accessor = accessor(fact_type);
    let parts: Vec<Part> = key.iter().map(|field| emit_part(path, field)).collect();
    let names = parts.iter().map(|part| &part.name);
    let bounds = parts.iter().map(|part| &part.bound);
    let taken = parts.iter().map(|part| &part.taken);
    let same = all(parts.iter().map(|part| part.same.clone()));
    let doc = format!(
        " The `{}` of this key, if there is one.",
        names::plain(&fact_type.name)
    );
    quote! {
        #[doc = #doc]
        #[must_use]
        #vis fn #accessor(&self, #(#names: impl #bounds),*) -> ::core::option::Option<&#path> {
            let __hash = 0;
            #(#taken)*
            self.__find::<#path>(__hash, |__fact| #same)
        }
    }
}

/// What an accessor has for a field of the key.
struct Part {
    /// The parameter.
    name: Ident,
    bound: TokenStream,
    /// The statements that make of it what is compared, and hash it.
    taken: TokenStream,
    /// Whether `__fact` has it.
    same: TokenStream,
}

fn emit_part(path: &syn::Path, field: &KeyField) -> Part {
    let member = &field.member;
    let name = match member {
        syn::Member::Named(name) => name.clone(),
        syn::Member::Unnamed(index) => format_ident!("key_{}", index.index),
    };
    let Some(ty) = &field.ty else {
        return Part {
            bound: quote! { __rt::KeyValue },
            taken: quote! {
                let #name = (&__rt::KeyField(|__fact: &#path| &__fact.#member)).__sought(&#name);
                let __hash = #name.hash(__hash, |__field, __hash| __rt::Key(__field).__mix(__hash));
            },
            same: quote! { #name.is(&__fact.#member) },
            name,
        };
    };
    let ty = referred(ty);
    let span = first_span(ty);
    // A local of ours: at the user's token it would be hidden where a macro of the user's wrote it.
    let fact = located(quote! { __fact }, span);
    let (bound, borrow, same) = match held(ty) {
        Some(held) => (
            quote! { ::core::convert::AsRef<#held> },
            quote! { ::core::convert::AsRef::<#held>::as_ref },
            quote_spanned! { span=> ::core::convert::AsRef::<#held>::as_ref(&#fact.#member) == #name },
        ),
        None => (
            quote! { ::core::borrow::Borrow<#ty> },
            quote! { ::core::borrow::Borrow::<#ty>::borrow },
            quote_spanned! { span=> #fact.#member == *#name },
        ),
    };
    Part {
        bound,
        taken: quote! {
            let #name = #borrow(&#name);
            let __hash = __rt::Key(#name).__mix(__hash);
        },
        same,
        name,
    }
}

/// The type that a reference leads to: the values of a key are given by reference, whether its type says so or not.
fn referred(ty: &syn::Type) -> &syn::Type {
    match ty {
        syn::Type::Reference(reference) if reference.lifetime.is_none() => {
            referred(&reference.elem)
        }
        ty => ty,
    }
}

/// The accessor's name.
fn accessor(fact_type: &FactType) -> Ident {
    let name = names::plain(&fact_type.name).to_snake_case();
    syn::parse_str(&name).unwrap_or_else(|_| format_ident!("r#{name}"))
}

/// The text or the slice that a type of the standard library holds or refers to, which hashes and compares as it does: then
/// a key is given as that, or as whatever else holds one.
fn held(ty: &syn::Type) -> Option<syn::Type> {
    let path = match ty {
        syn::Type::Reference(reference) => return held(&reference.elem),
        syn::Type::Slice(_) => return Some(ty.clone()),
        syn::Type::Path(ty) if ty.qself.is_none() => &ty.path,
        _ => return None,
    };
    let last = path.segments.last()?;
    match (last.ident.to_string().as_str(), generic_argument(last)) {
        ("str" | "String", None) => Some(parse_quote! { str }),
        ("Box" | "Rc" | "Arc" | "Cow", Some(held)) => {
            (is_str(held) || matches!(held, syn::Type::Slice(_))).then(|| held.clone())
        }
        ("Vec", Some(element)) => Some(parse_quote! { [#element] }),
        _ => None,
    }
}
