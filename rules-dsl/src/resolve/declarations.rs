//! A fact that the ruleset declares: which fields it has, and the Rust item that it becomes.
//!
//! `fact_types` asks the shape when a pattern names a field; `items` takes the Rust item.

use indexmap::IndexMap;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens as _, quote};
use syn::spanned::Spanned as _;

use crate::ast::{FactDecl, FactItem};
use crate::diagnostic::Diagnostics;
use crate::hir;
use crate::source::respan;

use super::fact_attributes::{FactSettings, resolve_fact_attributes};
use super::names::{member_name, plain};
use super::shape::shape_of;

/// The name of the type that a declaration declares.
pub(super) fn name_of(declaration: &FactDecl) -> &Ident {
    match &declaration.item {
        FactItem::Struct(item) => &item.ident,
        FactItem::Enum(item) => &item.ident,
    }
}

/// Whether a declaration has a `#[key(…)]`.
pub(super) fn has_key(declaration: &FactDecl) -> bool {
    declaration.attrs.iter().any(|attr| attr.name == "key")
}

/// A declared fact type as the model has it.
pub(super) struct Declared {
    pub(super) declaration: hir::Declaration,
    pub(super) identity: hir::Identity,
    /// The Rust item that declares it.
    pub(super) rust: TokenStream,
}

/// A declared fact type.
pub(super) fn resolve_declaration(
    declaration: &FactDecl,
    diagnostics: &mut Diagnostics,
) -> Declared {
    let name = plain(name_of(declaration));
    let shape = shape_of(declaration);
    let settings = resolve_fact_attributes(&declaration.attrs, &name, &shape, diagnostics);
    let (vis, fields, item): (_, IndexMap<_, _>, _) = match &declaration.item {
        FactItem::Struct(item) => {
            let mut item = item.clone();
            for field in &mut item.fields {
                if matches!(field.vis, syn::Visibility::Inherited) {
                    // What rustc says of a field is then told at the field.
                    let place = field.ident.as_ref().map_or(field.ty.span(), Ident::span);
                    field.vis = visibility_at(place, &item.vis);
                }
            }
            let fields = typed_fields(None, &item.fields).collect();
            (item.vis.clone(), fields, quote!(#item))
        }
        FactItem::Enum(item) => {
            let of_variant = |variant: &syn::Variant| {
                typed_fields(Some(&variant.ident), &variant.fields).collect::<Vec<_>>()
            };
            let fields = item.variants.iter().flat_map(of_variant).collect();
            (item.vis.clone(), fields, quote!(#item))
        }
    };
    let derives = derives(&settings);
    let passed = &settings.passed;
    let rust = quote!(#(#passed)* #derives #item);
    let identity = with_types(settings.identity, &fields);
    let declaration = hir::Declaration {
        span: name_of(declaration).span(),
        allows: settings.allows,
        vis,
        derived: settings.derived,
        fields,
    };
    Declared {
        declaration,
        identity,
        rust,
    }
}

/// A key with the types that its fields are declared with.
fn with_types(
    mut identity: hir::Identity,
    fields: &IndexMap<hir::Field, syn::Type>,
) -> hir::Identity {
    if let hir::Identity::Key(key) = &mut identity {
        for part in key {
            let field = hir::Field {
                variant: None,
                member: Some(member_name(&part.member)),
            };
            part.ty = fields.get(&field).cloned();
        }
    }
    identity
}

/// The same visibility, as if written at another place.
fn visibility_at(place: Span, vis: &syn::Visibility) -> syn::Visibility {
    let tokens = vis.to_token_stream().into_iter();
    let moved = tokens.map(|token| respan(token, place)).collect();
    syn::parse2(moved).unwrap_or_else(|_| vis.clone())
}

fn typed_fields(
    variant: Option<&Ident>,
    fields: &syn::Fields,
) -> impl Iterator<Item = (hir::Field, syn::Type)> {
    let variant = variant.map(plain);
    fields.iter().enumerate().map(move |(position, field)| {
        let member = field
            .ident
            .as_ref()
            .map_or_else(|| position.to_string(), plain);
        let key = hir::Field {
            variant: variant.clone(),
            member: Some(member),
        };
        (key, field.ty.clone())
    })
}

/// What a fact derives where it does not say so itself. The paths are whole: a module may have no
/// prelude.
fn derives(settings: &FactSettings) -> TokenStream {
    if settings.derives {
        return TokenStream::new();
    }
    let identity = match settings.identity {
        hir::Identity::Unique => quote!(, ::core::cmp::Eq, ::core::hash::Hash),
        hir::Identity::Plain | hir::Identity::Key(_) | hir::Identity::Unsaid => TokenStream::new(),
    };
    quote!(#[derive(::core::fmt::Debug, ::core::clone::Clone, ::core::cmp::PartialEq #identity)])
}
