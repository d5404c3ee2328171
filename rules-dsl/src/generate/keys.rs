//! Generates what `#[key]` facts need: how they are told apart, and the accessors by key.

use heck::ToSnakeCase as _;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens as _, format_ident, quote};

use crate::hir::{Declaration, FactType, FactTypeId, Field, Identity, Ruleset};
use crate::names::member_name;

use super::names::{self, Names};

/// The identities and accessors of all `#[key]` fact types.
pub(super) fn emit_keys(ruleset: &Ruleset, names: &Names) -> TokenStream {
    let (mut identities, mut accessors) = (TokenStream::new(), TokenStream::new());
    let (name, transaction) = (&ruleset.name, &names.transaction);
    for (id, fact_type) in ruleset.fact_types.iter().enumerate() {
        let Some(
            declaration @ Declaration {
                identity: Identity::Key(key),
                ..
            },
        ) = &fact_type.declaration
        else {
            continue;
        };
        identities.extend(emit_identity(ruleset, FactTypeId(id), fact_type, key));
        accessors.extend(emit_accessor(fact_type, declaration, key));
    }
    if accessors.is_empty() {
        return TokenStream::new();
    }
    quote! {
        #identities

        #[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
        impl<__L: __rules::Listener> #name<__L> {
            #accessors
        }

        #[allow(dead_code, unreachable_pub, clippy::all, clippy::pedantic)]
        impl #transaction<'_, '_> {
            #accessors
        }
    }
}

fn emit_identity(
    ruleset: &Ruleset,
    id: FactTypeId,
    fact_type: &FactType,
    key: &[syn::Member],
) -> TokenStream {
    let (identity, path) = (names::identity(ruleset, id), &fact_type.path);
    let same = all(key.iter().map(|key| quote! { __a.#key == __b.#key }));
    quote! {
        #[allow(clippy::all, clippy::pedantic)]
        impl __rt::Identity<#path> for #identity {
            const ON_INSERT: __rt::OnInsert = __rt::OnInsert::Replace;

            fn hash(__fact: &#path) -> ::core::option::Option<u64> {
                let __hash = 0;
                #(let __hash = __rt::Key(&__fact.#key).__mix(__hash);)*
                ::core::option::Option::Some(__hash)
            }

            fn same(__a: &#path, __b: &#path) -> bool {
                #same
            }
        }
    }
}

/// The method `fact(key, …) -> Option<&Fact>`.
fn emit_accessor(
    fact_type: &FactType,
    declaration: &Declaration,
    key: &[syn::Member],
) -> TokenStream {
    let path = &fact_type.path;
    let Declaration { vis, fields, .. } = declaration;
    let accessor = accessor(fact_type);
    let names: Vec<Ident> = key
        .iter()
        .map(|member| match member {
            syn::Member::Named(name) => name.clone(),
            syn::Member::Unnamed(index) => format_ident!("key_{}", index.index),
        })
        .collect();
    let types: Vec<TokenStream> = key
        .iter()
        .map(|member| {
            let field = Field {
                variant: None,
                member: Some(member_name(member)),
            };
            match fields.get(&field) {
                Some(ty) if is_string(ty) => quote! { ::core::convert::AsRef<str> },
                Some(ty) => quote! { ::core::borrow::Borrow<#ty> },
                None => quote! { ::core::borrow::Borrow<()> },
            }
        })
        .collect();
    let borrows = key.iter().map(|member| {
        let field = Field {
            variant: None,
            member: Some(member_name(member)),
        };
        match fields.get(&field) {
            Some(ty) if is_string(ty) => quote! { ::core::convert::AsRef::<str>::as_ref },
            Some(ty) => quote! { ::core::borrow::Borrow::<#ty>::borrow },
            None => quote! { ::core::borrow::Borrow::<()>::borrow },
        }
    });
    let doc = format!(
        " The `{}` of this key, if there is one.",
        names::plain(&fact_type.name)
    );
    let same = all(key
        .iter()
        .zip(&names)
        .map(|(key, name)| quote! { __fact.#key == *#name }));
    quote! {
        #[doc = #doc]
        #[must_use]
        #vis fn #accessor(&self, #(#names: impl #types),*) -> ::core::option::Option<&#path> {
            let __hash = 0;
            #(
                let #names = #borrows(&#names);
                let __hash = __rt::Key(#names).__mix(__hash);
            )*
            self.__find::<#path>(__hash, |__fact| #same)
        }
    }
}

/// Tests joined by `&&`; of none, `true`.
fn all(tests: impl Iterator<Item = TokenStream>) -> TokenStream {
    let joined = tests.reduce(|joined, test| quote! { #joined && #test });
    joined.unwrap_or_else(|| quote! { true })
}

/// The accessor's name.
fn accessor(fact_type: &FactType) -> Ident {
    let name = names::plain(&fact_type.name).to_snake_case();
    syn::parse_str(&name).unwrap_or_else(|_| format_ident!("r#{name}"))
}

/// Whether a type is `String`, written so: then the key is given as a `str`.
fn is_string(ty: &syn::Type) -> bool {
    let text = ty.to_token_stream().to_string();
    matches!(
        text.as_str(),
        "String" | "std :: string :: String" | ":: std :: string :: String"
    )
}
