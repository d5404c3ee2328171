//! Which fields a declared fact has.

use indexmap::IndexMap;

use crate::ast::{FactDecl, FactItem};

use super::names::plain;

/// The fields of a declared fact type.
pub(super) enum Shape {
    /// A struct's.
    Struct(Members),
    /// Those of each variant of an enum.
    Enum(IndexMap<String, Members>),
}

/// The fields of a struct or a variant.
pub(super) enum Members {
    /// `{ … }`
    Named(Vec<String>),
    /// `(…)`: how many.
    Tuple(usize),
    /// None.
    Unit,
}

impl Members {
    /// Whether there is such a field.
    pub(super) fn has(&self, member: &syn::Member) -> bool {
        match (self, member) {
            (Self::Named(names), syn::Member::Named(name)) => names.contains(&plain(name)),
            (Self::Tuple(count), syn::Member::Unnamed(position)) => {
                (position.index as usize) < *count
            }
            (Self::Named(_) | Self::Tuple(_) | Self::Unit, _) => false,
        }
    }

    /// Whether there is a field of such a name, or at such a position.
    pub(super) fn has_named(&self, member: &str) -> bool {
        match self {
            Self::Named(names) => names.iter().any(|name| name == member),
            Self::Tuple(count) => member
                .parse()
                .is_ok_and(|position: usize| position < *count),
            Self::Unit => false,
        }
    }

    /// The names of the fields.
    pub(super) fn names(&self) -> Vec<&str> {
        match self {
            Self::Named(names) => names.iter().map(String::as_str).collect(),
            Self::Tuple(_) | Self::Unit => Vec::new(),
        }
    }
}

/// The shape of a declared fact type.
pub(super) fn shape_of(declaration: &FactDecl) -> Shape {
    match &declaration.item {
        FactItem::Struct(item) => Shape::Struct(members(&item.fields)),
        FactItem::Enum(item) => Shape::Enum(
            item.variants
                .iter()
                .map(|variant| (plain(&variant.ident), members(&variant.fields)))
                .collect(),
        ),
    }
}

fn members(fields: &syn::Fields) -> Members {
    match fields {
        syn::Fields::Named(named) => Members::Named(
            named
                .named
                .iter()
                .filter_map(|f| f.ident.as_ref().map(plain))
                .collect(),
        ),
        syn::Fields::Unnamed(unnamed) => Members::Tuple(unnamed.unnamed.len()),
        syn::Fields::Unit => Members::Unit,
    }
}
