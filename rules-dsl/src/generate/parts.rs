//! Binds parts of facts as patterns bind fields: by value where the type is `Copy`, else by reference.
//!
//! In `if let Some(tag) = order.tag;`, `for item in order.items;` and `max(person.name …)` a part of a fact stands where
//! Rust would move a value. Nothing can be moved out of a fact; what is meant is what a variable of that field is.

use std::borrow::Cow;

use quote::quote;
use syn::spanned::Spanned as _;
use syn::visit::{self, Visit};
use syn::{Expr, Pat};

use crate::hir::{Needs, Source, VariableId};
use crate::names::is_variable;

use super::fragments::located;
use super::names;
use super::scope::Scope;

impl Scope<'_> {
    /// Whether an expression is a part of a fact: a field, or an element of one.
    pub(super) fn is_part(&self, expr: &Expr, needs: &Needs) -> bool {
        let mut place = unwrapped(expr);
        while let Some(base) = base(place) {
            place = unwrapped(base);
        }
        let Expr::Path(path) = place else {
            return false;
        };
        let Some(name) = path.path.get_ident().map(names::plain) else {
            return false;
        };
        let variables = &self.rule().variables;
        let mut needed = needs.variables.iter();
        let root = needed.find(|id| names::plain(&variables[id.0].name) == name);
        base(unwrapped(expr)).is_some() && root.is_some_and(|&root| self.is_in_fact(root))
    }

    /// An expression, which is bound as a field is where it is a part of a fact.
    pub(super) fn bound<'e>(&self, expr: &'e Expr, needs: &Needs) -> Cow<'e, Expr> {
        if self.is_part(expr, needs) {
            Cow::Owned(bound_part(expr))
        } else {
            Cow::Borrowed(expr)
        }
    }

    /// Whether a variable is a fact, or in one.
    fn is_in_fact(&self, id: VariableId) -> bool {
        match &self.rule().variables[id.0].source {
            Source::Fact(_) => true,
            Source::Either { branches, .. } => {
                branches.iter().all(|&branch| self.is_in_fact(branch))
            }
            _ => self.is_place(id),
        }
    }
}

/// The place of which a place is a part.
fn base(place: &Expr) -> Option<&Expr> {
    match place {
        Expr::Field(field) => Some(&field.base),
        Expr::Index(index) => Some(&index.expr),
        _ => None,
    }
}

fn unwrapped(expr: &Expr) -> &Expr {
    match expr {
        Expr::Paren(paren) => unwrapped(&paren.expr),
        Expr::Group(group) => unwrapped(&group.expr),
        _ => expr,
    }
}

/// A part of a fact, as the variable of a field is bound.
fn bound_part(part: &Expr) -> Expr {
    let span = part.span();
    let bind = located(quote! { __rt::Bind }, span);
    let method = located(quote! { __bind }, span);
    syn::parse_quote! { #bind(&#part).#method() }
}

/// A reference to a part of a fact.
pub(super) fn reference_to(part: &Expr) -> Expr {
    Expr::Reference(syn::ExprReference {
        attrs: Vec::new(),
        and_token: syn::Token![&](part.span()),
        mutability: None,
        expr: Box::new(part.clone()),
    })
}

/// Whether a pattern means the same of a reference: it takes a value apart, or is a name, and says nothing of how it binds.
pub(super) fn matches_references(pattern: &Pat) -> bool {
    struct Says(bool);
    impl<'p> Visit<'p> for Says {
        fn visit_pat_ident(&mut self, pattern: &'p syn::PatIdent) {
            self.0 |= pattern.by_ref.is_some() || pattern.mutability.is_some();
            visit::visit_pat_ident(self, pattern);
        }

        fn visit_pat_reference(&mut self, _: &'p syn::PatReference) {
            self.0 = true;
        }

        fn visit_pat_type(&mut self, _: &'p syn::PatType) {
            self.0 = true;
        }

        fn visit_macro(&mut self, _: &'p syn::Macro) {
            self.0 = true;
        }
    }
    let takes_apart = match pattern {
        Pat::Ident(name) => name.subpat.is_none() && is_variable(&name.ident),
        Pat::TupleStruct(_) | Pat::Struct(_) | Pat::Tuple(_) | Pat::Slice(_) => true,
        _ => false,
    };
    let mut says = Says(false);
    says.visit_pat(pattern);
    takes_apart && !says.0
}
