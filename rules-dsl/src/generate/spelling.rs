//! Names of constants and variants in patterns that are not there.
//!
//! To rustc a name alone in a pattern is a new variable, where there is no constant, variant or unit struct of the
//! name: `total: LIMTI` would match whatever there is. To the language a name that begins with a capital is never a
//! variable. So a pattern with such names is written once more where it is never matched, with `LIMTI | _` in the place of
//! `LIMTI`: of a variable rustc says there that not all alternatives bind it, and which constant is spelled like it.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::punctuated::Punctuated;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Pat, Token};

use crate::names::is_variable;

/// The pattern to write once more, which binds nothing; `None` where no name can be misspelled.
pub(super) fn probe(pattern: &Pat) -> Option<Pat> {
    let mut probe = Probe { has_names: false };
    let mut pattern = pattern.clone();
    probe.visit_pat_mut(&mut pattern);
    probe.has_names.then_some(pattern)
}

/// The pattern, written where it is never matched.
pub(super) fn asked(value: &TokenStream, probe: &TokenStream) -> TokenStream {
    quote! { if false { let _ = ::core::matches!(#value, #probe); } }
}

/// A value, with the pattern written where it is never matched.
pub(super) fn asking(value: &TokenStream, probe: &TokenStream) -> TokenStream {
    quote! { (match #value { #probe if false => loop {}, value => value }) }
}

/// Whether an expression may be written twice: it names a place, and asks nobody.
pub(super) fn is_place(expr: &Expr) -> bool {
    match expr {
        Expr::Path(_) => true,
        Expr::Field(field) => is_place(&field.base),
        Expr::Paren(inner) => is_place(&inner.expr),
        Expr::Reference(inner) => is_place(&inner.expr),
        _ => false,
    }
}

/// Replaces names that are no variables by `(NAME | _)`, and variables by `_`.
struct Probe {
    has_names: bool,
}

impl VisitMut for Probe {
    fn visit_pat_mut(&mut self, pattern: &mut Pat) {
        let Pat::Ident(name) = pattern else {
            visit_mut::visit_pat_mut(self, pattern);
            return;
        };
        let span = name.ident.span();
        *pattern = match name.subpat.take() {
            Some((_, mut within)) => {
                self.visit_pat_mut(&mut within);
                *within
            }
            None if is_variable(&name.ident) => wild(span),
            // It is there wherever Rust is.
            None if name.ident == "None" => return,
            None => {
                self.has_names = true;
                or_anything(pattern.clone(), span)
            }
        };
    }

    fn visit_field_pat_mut(&mut self, field: &mut syn::FieldPat) {
        if field.colon_token.is_none() {
            field.colon_token = Some(Token![:](Span::call_site()));
        }
        self.visit_pat_mut(&mut field.pat);
    }

    fn visit_expr_mut(&mut self, _: &mut Expr) {}
}

fn wild(span: Span) -> Pat {
    Pat::Wild(syn::PatWild {
        attrs: Vec::new(),
        underscore_token: Token![_](span),
    })
}

fn or_anything(pattern: Pat, span: Span) -> Pat {
    let cases = Punctuated::from_iter([pattern, wild(span)]);
    Pat::Paren(syn::PatParen {
        attrs: Vec::new(),
        paren_token: syn::token::Paren(span),
        pat: Box::new(Pat::Or(syn::PatOr {
            attrs: Vec::new(),
            leading_vert: None,
            cases,
        })),
    })
}
