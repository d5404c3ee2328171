//! Names as they are compared, stored and shown: without `r#`, so that a raw identifier and a plain one are the same.

use proc_macro2::Ident;
use syn::ext::IdentExt as _;

/// An identifier's name, without `r#`.
pub(crate) fn plain(ident: &Ident) -> String {
    ident.unraw().to_string()
}

/// A member's name or position.
pub(crate) fn member_name(member: &syn::Member) -> String {
    match member {
        syn::Member::Named(name) => plain(name),
        syn::Member::Unnamed(index) => index.index.to_string(),
    }
}
