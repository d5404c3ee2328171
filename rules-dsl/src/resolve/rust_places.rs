//! Places in Rust code: which part of a value an expression reads, and which it writes.
//!
//! Part of the walk in `rust_scope`. Assignments, `&mut`, methods called on a field and `ref mut`
//! write the field that their place begins with.

use syn::visit::Visit;
use syn::{Expr, ExprArray, ExprTuple};

use super::names::{as_ident, peeled, plain};
use super::rust_scope::RustScope;
use super::rust_uses::{Access, Position, dereferenced};

impl RustScope {
    /// An expression that may stand for a place; `writes` where the place is written or borrowed to
    /// be written.
    pub(super) fn visit_place(&mut self, expr: &Expr, writes: bool) {
        match expr {
            Expr::Paren(paren) => self.visit_place(&paren.expr, writes),
            Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Deref(_)) => {
                self.visit_place(&unary.expr, writes);
            }
            Expr::Index(index) => {
                self.visit_place(&index.expr, writes);
                self.visit_expr(&index.index);
            }
            Expr::Field(field) => match as_ident(dereferenced(&field.base)) {
                Some(name) => {
                    let access = Access::Field(field.member.clone());
                    self.use_name(name, access, Position::Value, writes);
                }
                None => self.visit_place(&field.base, writes),
            },
            Expr::Path(_) => {
                if let Some(name) = as_ident(expr) {
                    self.use_name(name, Access::Whole, Position::Value, writes);
                }
            }
            _ => self.visit_expr(expr),
        }
    }

    pub(super) fn visit_assignment(&mut self, left: &Expr, right: &Expr) {
        self.note_assignment(left);
        let origins = self.traced(|walk| walk.visit_expr(right));
        self.visit_assignee(left, &origins);
    }

    /// The left side of an assignment: a place, or what takes a value apart into places.
    fn visit_assignee(&mut self, left: &Expr, origins: &[String]) {
        match peeled(left) {
            Expr::Tuple(ExprTuple { elems, .. }) | Expr::Array(ExprArray { elems, .. }) => {
                elems
                    .iter()
                    .for_each(|part| self.visit_assignee(part, origins));
            }
            // `Point(a.x, y) = …`: what is called is no value but a type's constructor.
            Expr::Call(call) => {
                call.args
                    .iter()
                    .for_each(|part| self.visit_assignee(part, origins));
            }
            Expr::Struct(parts) => {
                let parts = parts.fields.iter().map(|field| &field.expr);
                parts.for_each(|part| self.visit_assignee(part, origins));
            }
            place => {
                self.visit_place(place, true);
                self.add_origins(place, origins.to_vec());
            }
        }
    }

    /// What is put into a local variable is what it comes from, from now on.
    fn add_origins(&mut self, target: &Expr, origins: Vec<String>) {
        if let Some(name) = as_ident(target)
            && let Some(local) = self.local(&plain(name))
        {
            local.origins.extend(origins);
        }
    }

    pub(super) fn visit_method_call(&mut self, call: &syn::ExprMethodCall) {
        let receiver = self.traced(|walk| match as_ident(&call.receiver) {
            Some(name) => {
                let access = Access::Method(call.method.clone());
                walk.use_name(name, access, Position::Value, true);
            }
            None => walk.visit_place(&call.receiver, true),
        });
        let outer = std::mem::replace(&mut self.parameter_origins, receiver);
        let args = self.traced(|walk| call.args.iter().for_each(|arg| walk.visit_expr(arg)));
        self.parameter_origins = outer;
        self.add_origins(&call.receiver, args);
    }

    /// An expression that is matched against patterns.
    pub(super) fn visit_scrutinee(&mut self, expr: &Expr, borrowed_mutably: bool) -> Vec<String> {
        self.traced(|walk| walk.visit_place(expr, borrowed_mutably))
    }
}
