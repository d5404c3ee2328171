//! Names as they are compared, stored and shown: without `r#`, so that a raw identifier and a plain one are the same.

use proc_macro2::{Ident, Span};
use syn::ext::IdentExt as _;

/// An identifier's name, without `r#`.
pub(crate) fn plain(ident: &Ident) -> String {
    ident.unraw().to_string()
}

/// Whether an identifier in a pattern is a variable; any other is a constant, a variant or a type.
pub(crate) fn is_variable(ident: &Ident) -> bool {
    plain(ident).starts_with(|first: char| first == '_' || first.is_lowercase())
}

/// An identifier of a name without `r#`, which is written raw where it must be.
pub(crate) fn ident(name: &str, span: Span) -> Ident {
    match syn::parse_str::<Ident>(name) {
        Ok(mut ident) => {
            ident.set_span(span);
            ident
        }
        Err(_) => Ident::new_raw(name, span),
    }
}

/// A member's name or position.
pub(crate) fn member_name(member: &syn::Member) -> String {
    match member {
        syn::Member::Named(name) => plain(name),
        syn::Member::Unnamed(index) => index.index.to_string(),
    }
}

/// The alias of a ruleset's type of its clock.
pub(crate) fn clock_alias(ruleset: &Ident, at: Span) -> Ident {
    Ident::new(&format!("__{}_clock_", plain(ruleset)), at)
}

/// The name of the function that asks a recursive query.
pub(crate) fn asks(query: &Ident) -> Ident {
    Ident::new(&format!("__ask_{}", plain(query)), query.span())
}

/// What the functions begin with that conditions ask tables by.
const TABLE: &str = "__table_";

/// The name of the function by which conditions ask a table.
pub(crate) fn table_function(table: &Ident) -> Ident {
    Ident::new(&format!("{TABLE}{}", plain(table)), table.span())
}

/// The name of another function of a table.
pub(crate) fn table_part(table: &Ident, part: &str) -> Ident {
    Ident::new(&format!("__{part}_of_table_{}", plain(table)), table.span())
}

/// The table that a function of a name is that part of.
pub(crate) fn table_of_part(function: &Ident, part: &str) -> Option<String> {
    let name = function.to_string();
    let rest = name.strip_prefix(&format!("__{part}_of_table_"))?;
    Some(rest.to_owned())
}

/// The table that a function of that name asks.
pub(crate) fn asked_table(function: &Ident) -> Option<String> {
    Some(function.to_string().strip_prefix(TABLE)?.to_owned())
}

/// The first type among the generic arguments of a path's segment.
pub(crate) fn generic_argument(segment: &syn::PathSegment) -> Option<&syn::Type> {
    let syn::PathArguments::AngleBracketed(arguments) = &segment.arguments else {
        return None;
    };
    arguments.args.iter().find_map(|argument| match argument {
        syn::GenericArgument::Type(ty) => Some(ty),
        _ => None,
    })
}
