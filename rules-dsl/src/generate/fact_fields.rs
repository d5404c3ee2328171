//! Reads the fields that expressions name through the fact itself, not through the `Fact` that a variable is.
//!
//! Of a type from elsewhere rustc says which fields it has not. It says it at each of the places that generated code
//! reads a field, and what it says of one type at one token it says once.

use std::collections::BTreeSet;

use proc_macro2::Ident;
use syn::Expr;
use syn::visit_mut::{self, VisitMut};

use crate::hir::{ElementId, ElementKind, Needs, Source, VariableId};

use super::lent::bound_within;
use super::names;
use super::scope::Scope;

impl Scope<'_> {
    /// An expression of a rule that reads fields through the facts of types from elsewhere.
    pub(super) fn through_facts(&self, expr: &Expr, needs: &Needs) -> Expr {
        let mut expr = expr.clone();
        if self.is_query() {
            return expr;
        }
        let foreign = needs.variables.iter().filter(|&&id| self.is_foreign(id));
        let mut names: BTreeSet<String> = foreign
            .map(|&id| names::plain(&self.rule().variables[id.0].name))
            .collect();
        if !names.is_empty() {
            let shadowed = bound_within(&expr);
            names.retain(|name| !shadowed.contains(name));
            Fields(names).visit_expr_mut(&mut expr);
        }
        expr
    }

    /// Whether a variable is a fact of a type that the ruleset does not declare.
    fn is_foreign(&self, id: VariableId) -> bool {
        match &self.rule().variables[id.0].source {
            Source::Fact(element) => self.is_of_foreign_type(*element),
            Source::Either { branches, .. } => {
                branches.iter().all(|&branch| self.is_foreign(branch))
            }
            _ => false,
        }
    }

    pub(super) fn is_of_foreign_type(&self, element: ElementId) -> bool {
        match self.rule().elements[element.0].kind {
            ElementKind::Fact { fact_type, .. } | ElementKind::Best { fact_type, .. } => {
                self.ruleset.fact_types[fact_type.0].declaration.is_none()
            }
            ElementKind::Accumulate(_) | ElementKind::Each(_) => false,
        }
    }
}

/// Puts `(&**fact).field` where `fact.field` stands, for these facts.
struct Fields(BTreeSet<String>);

impl VisitMut for Fields {
    fn visit_expr_field_mut(&mut self, field: &mut syn::ExprField) {
        if let Expr::Path(path) = &*field.base
            && let Some(name) = path.path.get_ident()
            && self.0.contains(&names::plain(name))
        {
            *field.base = referred(name);
        }
        visit_mut::visit_expr_field_mut(self, field);
    }

    fn visit_macro_mut(&mut self, called: &mut syn::Macro) {
        if called.path.is_ident("matches")
            && let Ok(Matches { mut value, rest }) = called.parse_body()
        {
            self.visit_expr_mut(&mut value);
            called.tokens = quote::quote! { #value #rest };
        }
    }
}

/// The arguments of `matches!`, of which the first is an expression.
struct Matches {
    value: Expr,
    rest: proc_macro2::TokenStream,
}

impl syn::parse::Parse for Matches {
    fn parse(input: syn::parse::ParseStream<'_>) -> syn::Result<Self> {
        Ok(Matches {
            value: input.parse()?,
            rest: input.parse()?,
        })
    }
}

/// A reference to the fact that a variable reads.
fn referred(name: &Ident) -> Expr {
    let span = name.span();
    let dereferenced = |expr| {
        Expr::Unary(syn::ExprUnary {
            attrs: Vec::new(),
            op: syn::UnOp::Deref(syn::Token![*](span)),
            expr: Box::new(expr),
        })
    };
    let variable = Expr::Path(syn::ExprPath {
        attrs: Vec::new(),
        qself: None,
        path: name.clone().into(),
    });
    let reference = Expr::Reference(syn::ExprReference {
        attrs: Vec::new(),
        and_token: syn::Token![&](span),
        mutability: None,
        expr: Box::new(dereferenced(dereferenced(variable))),
    });
    Expr::Paren(syn::ExprParen {
        attrs: Vec::new(),
        paren_token: syn::token::Paren(span),
        expr: Box::new(reference),
    })
}
