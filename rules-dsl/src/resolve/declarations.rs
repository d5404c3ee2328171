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
use crate::vocabulary as say;

use super::fact_attributes::resolve_fact_attributes;
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
    let has = |name: &str| declaration.attrs.iter().any(|attr| attr.name == name);
    has("key") && !has("best")
}

/// A declared fact type as the model has it.
pub(super) struct Declared {
    pub(super) declaration: hir::Declaration,
    pub(super) identity: hir::Identity,
    /// The names that it had before.
    pub(super) was: Vec<Ident>,
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
    let mut identity = with_types(settings.identity, &fields);
    if let hir::Identity::Best(best) = &identity
        && report_float(best, diagnostics)
    {
        identity = hir::Identity::Plain;
    }
    let derives = derives(settings.derives, &identity);
    let passed = &settings.passed;
    let rust = quote!(#(#passed)* #derives #item);
    let declaration = hir::Declaration {
        span: name_of(declaration).span(),
        allows: settings.allows,
        vis,
        derived: settings.derived,
        equal_by_fields: has_all_fields(&declaration.item)
            && (!settings.derives || settings.derives_eq),
        fields,
    };
    Declared {
        declaration,
        identity,
        was: settings.was,
        rust,
    }
}

/// A key, or what facts are ordered by, with the types that its fields are declared with.
fn with_types(
    mut identity: hir::Identity,
    fields: &IndexMap<hir::Field, syn::Type>,
) -> hir::Identity {
    let type_of = |member: &syn::Member| {
        let field = hir::Field {
            variant: None,
            member: Some(member_name(member)),
        };
        fields.get(&field).cloned()
    };
    match &mut identity {
        hir::Identity::Key(key) => {
            for part in key {
                part.ty = type_of(&part.member);
            }
        }
        hir::Identity::Best(best) => best.value.ty = type_of(&best.value.member),
        hir::Identity::Plain | hir::Identity::Unique | hir::Identity::Unsaid => {}
    }
    identity
}

/// Reports facts that are ordered by a float; of other types rustc knows. Returns whether they are.
fn report_float(best: &hir::Best, found: &mut Diagnostics) -> bool {
    let hir::KeyField { member, ty } = &best.value;
    let Some(syn::Type::Path(ty)) = ty else {
        return false;
    };
    let name = ty.path.get_ident();
    let Some(name) = name.filter(|name| *name == "f32" || *name == "f64") else {
        return false;
    };
    found.push(say::best_of_float(member_name(member), name).at(member.span()));
    true
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

/// Whether an item is a struct of which each field is there in every build.
fn has_all_fields(item: &FactItem) -> bool {
    let FactItem::Struct(item) = item else {
        return false;
    };
    let mut attrs = item.fields.iter().flat_map(|field| &field.attrs);
    !attrs.any(|attr| attr.path().is_ident("cfg") || attr.path().is_ident("cfg_attr"))
}

/// What a fact derives where it does not say so itself. The paths are whole: a module may have no
/// prelude.
fn derives(says_itself: bool, identity: &hir::Identity) -> TokenStream {
    if says_itself {
        return TokenStream::new();
    }
    let identity = match identity {
        hir::Identity::Unique | hir::Identity::Best(_) => {
            quote!(, ::core::cmp::Eq, ::core::hash::Hash)
        }
        hir::Identity::Plain | hir::Identity::Key(_) | hir::Identity::Unsaid => TokenStream::new(),
    };
    quote!(#[derive(::core::fmt::Debug, ::core::clone::Clone, ::core::cmp::PartialEq #identity)])
}
