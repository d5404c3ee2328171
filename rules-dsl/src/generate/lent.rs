//! Lets expressions borrow from facts what they would borrow from copies.
//!
//! A variable of a `Copy` type is a copy of the field, which ends with the code that it is bound for. What an accumulate
//! gathers and what a query gives outlives that code: there `cells.iter()` and `&cells` borrow from the field itself. Of
//! which type a variable is, only rustc knows.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::Ident;
use quote::quote;
use syn::Expr;
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};

use crate::hir::{Needs, VariableId};

use super::names;
use super::scope::Scope;

impl Scope<'_> {
    /// An expression as a value: a part of a fact is bound as a field is.
    pub(super) fn value(&mut self, expr: &Expr, needs: &Needs) -> Expr {
        self.lent(&self.bound(expr, needs), needs)
    }

    /// An expression that borrows from fields, where what it gives may outlive the code around it.
    pub(super) fn lent(&mut self, expr: &Expr, needs: &Needs) -> Expr {
        let mut expr = self.through_facts(expr, needs);
        if !self.lends {
            return expr;
        }
        let names = needs.variables.iter().filter(|&&id| self.is_place(id));
        let names = names.map(|&id| (names::plain(&self.rule().variables[id.0].name), id));
        let mut names: BTreeMap<String, VariableId> = names.collect();
        for name in bound_within(&expr) {
            names.remove(&name);
        }
        let mut borrows = Borrows {
            names,
            borrowed: BTreeSet::new(),
            words: Vec::new(),
        };
        borrows.visit_expr_mut(&mut expr);
        for id in borrows.borrowed {
            self.lend(id);
        }
        // An editor finds the user's words where they were written.
        for word in borrows.words {
            self.bind(quote! { let _ = &#word; });
        }
        expr
    }

    /// Emits the binding of the place of a variable's value.
    fn lend(&mut self, id: VariableId) {
        if !self.places.insert(id) {
            return;
        }
        let (place, held, lent) = (self.variable_place(id), names::held(id), names::lent(id));
        self.bind(quote! { let #held = __rt::Bind(&#place); });
        self.bind(quote! { let #lent = #held.__place(); });
    }
}

/// The names that an expression binds itself.
pub(super) fn bound_within(expr: &Expr) -> BTreeSet<String> {
    struct Bound(BTreeSet<String>);
    impl<'e> Visit<'e> for Bound {
        fn visit_pat_ident(&mut self, pattern: &'e syn::PatIdent) {
            self.0.insert(names::plain(&pattern.ident));
            syn::visit::visit_pat_ident(self, pattern);
        }
    }
    let mut bound = Bound(BTreeSet::new());
    bound.visit_expr(expr);
    bound.0
}

/// Puts places where variables are borrowed.
struct Borrows {
    names: BTreeMap<String, VariableId>,
    borrowed: BTreeSet<VariableId>,
    /// The words in whose place something else stands.
    words: Vec<Ident>,
}

impl Borrows {
    /// Replaces the variable at the root of a place.
    fn replace(&mut self, place: &mut Expr) {
        match place {
            Expr::Paren(paren) => self.replace(&mut paren.expr),
            Expr::Group(group) => self.replace(&mut group.expr),
            Expr::Field(field) => self.replace(&mut field.base),
            Expr::Index(index) => self.replace(&mut index.expr),
            Expr::Path(path) if path.qself.is_none() => {
                let name = path.path.get_ident().cloned();
                if let Some(name) = name
                    && let Some(&id) = self.names.get(&names::plain(&name))
                {
                    self.borrowed.insert(id);
                    *place = dereferenced(id, &name);
                    self.words.push(name);
                }
            }
            _ => {}
        }
    }
}

impl VisitMut for Borrows {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::MethodCall(call) => self.replace(&mut call.receiver),
            Expr::Reference(reference) if reference.mutability.is_none() => {
                self.replace(&mut reference.expr);
            }
            _ => {}
        }
        visit_mut::visit_expr_mut(self, expr);
    }
}

/// The place of a variable's value, where its name stood.
fn dereferenced(id: VariableId, name: &Ident) -> Expr {
    let mut lent = names::lent(id);
    lent.set_span(lent.span().located_at(name.span()));
    let span = name.span();
    let path = Expr::Path(syn::ExprPath {
        attrs: Vec::new(),
        qself: None,
        path: lent.into(),
    });
    let dereferenced = Expr::Unary(syn::ExprUnary {
        attrs: Vec::new(),
        op: syn::UnOp::Deref(syn::Token![*](span)),
        expr: Box::new(path),
    });
    Expr::Paren(syn::ExprParen {
        attrs: Vec::new(),
        paren_token: syn::token::Paren(span),
        expr: Box::new(dereferenced),
    })
}
