//! Small questions about names and tokens that all of `resolve` asks in one way.
//!
//! Names are compared without `r#`, so that a raw identifier and a plain one are the same name.

use heck::ToUpperCamelCase;
use proc_macro2::{Ident, Span};
use quote::ToTokens;
use syn::visit::{self, Visit};

use crate::diagnostic::SpanRange;

pub(super) use crate::names::{asks, is_variable, member_name, plain};
pub(super) use crate::printer::text;

/// The name of the enum variant that a rule or a group becomes: `a_b` and `aB` have one.
pub(super) fn variant_name(ident: &Ident) -> String {
    plain(ident).to_upper_camel_case()
}

/// Whether a path's segment is named as a type is.
pub(super) fn is_type_name(ident: &Ident) -> bool {
    plain(ident).starts_with(char::is_uppercase)
}

/// The identifier that an expression consists of.
pub(super) fn as_ident(expr: &syn::Expr) -> Option<&Ident> {
    match peeled(expr) {
        syn::Expr::Path(path) if path.qself.is_none() => path.path.get_ident(),
        _ => None,
    }
}

/// An expression without the parentheses around it.
pub(super) fn peeled(expr: &syn::Expr) -> &syn::Expr {
    match expr {
        syn::Expr::Paren(paren) => peeled(&paren.expr),
        _ => expr,
    }
}

/// The variables that a Rust pattern binds, each once, in the order in which they stand.
pub(super) fn bound_names(pattern: &syn::Pat) -> Vec<&Ident> {
    let mut collector = BoundNames::default();
    collector.visit_pat(pattern);
    collector.names
}

/// Whether a Rust pattern borrows a part of what it matches so that it can be written.
pub(super) fn borrows_mutably(pattern: &syn::Pat) -> bool {
    let mut collector = BoundNames::default();
    collector.visit_pat(pattern);
    collector.mutably
}

#[derive(Default)]
struct BoundNames<'p> {
    names: Vec<&'p Ident>,
    mutably: bool,
}

impl<'p> Visit<'p> for BoundNames<'p> {
    fn visit_pat_ident(&mut self, pattern: &'p syn::PatIdent) {
        self.mutably |= pattern.by_ref.is_some() && pattern.mutability.is_some();
        let known = |name: &&Ident| plain(name) == plain(&pattern.ident);
        if is_variable(&pattern.ident) && !self.names.iter().any(known) {
            self.names.push(&pattern.ident);
        }
        visit::visit_pat_ident(self, pattern);
    }

    fn visit_expr(&mut self, _: &'p syn::Expr) {}
}

/// The first and the last token of some tokens.
pub(super) fn span_range(tokens: &impl ToTokens) -> SpanRange {
    SpanRange::of(tokens.to_token_stream()).unwrap_or_else(|| Span::call_site().into())
}
