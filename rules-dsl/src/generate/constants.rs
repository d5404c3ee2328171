//! Constants in patterns. A `&str` matches whatever holds a string, as a string literal does; of which type a
//! constant is, only rustc knows.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens as _, format_ident, quote};
use syn::Pat;
use syn::spanned::Spanned as _;
use syn::visit_mut::{self, VisitMut};

use super::spelling;

/// Leaves where a place does not match a pattern that binds nothing.
pub(super) fn expect(place: &TokenStream, pattern: &Pat, otherwise: &TokenStream) -> TokenStream {
    let place = if is_constant(pattern) {
        quote! { *(&__rt::Matched(&#place)).__matched() }
    } else {
        place.clone()
    };
    let probe = spelling::probe(pattern).map(|probe| spelling::asked(&place, &matched(&probe)));
    let pattern = matched(pattern);
    quote! {
        #probe
        if !::core::matches!(#place, #pattern) { #otherwise }
    }
}

/// Whether there are constants inside a pattern.
pub(super) fn has_inner_constants(pattern: &Pat) -> bool {
    !is_constant(pattern) && !without_constants(pattern).1.is_empty()
}

/// A pattern with names in the places of the constants in it, and the names with the constants.
pub(super) fn without_constants(pattern: &Pat) -> (Pat, Vec<(Ident, Pat)>) {
    let mut pattern = pattern.clone();
    let mut constants = Constants(Vec::new());
    constants.visit_pat_mut(&mut pattern);
    (pattern, constants.0)
}

/// Whether a pattern is a constant, or alternatives of such.
fn is_constant(pattern: &Pat) -> bool {
    match pattern {
        Pat::Ident(name) => {
            name.subpat.is_none() && name.by_ref.is_none() && is_constant_name(&name.ident)
        }
        Pat::Path(path) => is_constant_path(&path.path),
        Pat::Or(or) => or.cases.iter().all(is_constant),
        Pat::Paren(paren) => is_constant(&paren.pat),
        _ => false,
    }
}

/// Whether a path is named as a constant is. A variant may have one letter, a constant of a type has more.
fn is_constant_path(path: &syn::Path) -> bool {
    let segments: Vec<String> = path
        .segments
        .iter()
        .map(|segment| segment.ident.to_string())
        .collect();
    let of_type = |ty: &String| ty.starts_with(char::is_uppercase);
    match segments.as_slice() {
        [.., ty, name] if of_type(ty) => name.len() > 1 && is_upper_case(name),
        [.., name] => is_upper_case(name),
        [] => false,
    }
}

fn is_constant_name(name: &Ident) -> bool {
    is_upper_case(&name.to_string())
}

fn is_upper_case(name: &str) -> bool {
    name.starts_with(char::is_uppercase) && !name.contains(char::is_lowercase)
}

/// A pattern for `matches!`, whose own grammar lets none begin with `..=`.
fn matched(pattern: &Pat) -> TokenStream {
    let first = match pattern {
        Pat::Or(alternatives) => alternatives.cases.first(),
        _ => Some(pattern),
    };
    match first {
        Some(Pat::Range(range)) if range.start.is_none() => quote! { (#pattern) },
        _ => pattern.to_token_stream(),
    }
}

/// Takes constants out of a pattern. Alternatives are left, for a name in one stands in all.
struct Constants(Vec<(Ident, Pat)>);

impl VisitMut for Constants {
    fn visit_pat_mut(&mut self, pattern: &mut Pat) {
        if is_constant(pattern) {
            let name = format_ident!("__constant{}", self.0.len(), span = pattern.span());
            let bound = Pat::Ident(syn::PatIdent {
                attrs: Vec::new(),
                by_ref: None,
                mutability: None,
                ident: name.clone(),
                subpat: None,
            });
            self.0.push((name, std::mem::replace(pattern, bound)));
        } else if !matches!(pattern, Pat::Or(_)) {
            visit_mut::visit_pat_mut(self, pattern);
        }
    }

    fn visit_expr_mut(&mut self, _: &mut syn::Expr) {}
}
