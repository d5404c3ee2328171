//! Lets the temporary values of what `let`, `if let` and `for` take apart live as long as what they bind.
//!
//! Rust's own `if let` and `for` keep the temporary values of their expression up to the end of the block behind them.
//! Conditions have no such block. So each value that is borrowed on the way, `text.to_lowercase()` in
//! `text.to_lowercase().split(' ')`, is a local of its own.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::visit::Visit;
use syn::{Expr, UnOp};

use crate::hir::Needs;

use super::fragments::first_span;
use super::scope::Scope;

/// Methods of iterators, options and results that take what they are called on by value: it is not borrowed.
const BY_VALUE: &[&str] = &[
    "and_then",
    "chain",
    "cloned",
    "collect",
    "copied",
    "count",
    "cycle",
    "enumerate",
    "expect",
    "filter",
    "filter_map",
    "flat_map",
    "flatten",
    "fold",
    "fuse",
    "inspect",
    "into_iter",
    "map",
    "map_while",
    "max",
    "max_by_key",
    "min",
    "min_by_key",
    "ok",
    "ok_or",
    "or",
    "or_else",
    "partition",
    "peekable",
    "product",
    "rev",
    "scan",
    "skip",
    "skip_while",
    "step_by",
    "sum",
    "take",
    "take_while",
    "unwrap",
    "unwrap_or",
    "unwrap_or_default",
    "unwrap_or_else",
    "zip",
];

impl Scope<'_> {
    /// An expression of whose value parts are to be bound, after the temporary values that they may borrow from.
    pub(super) fn kept(&mut self, expr: &Expr, needs: &Needs) -> Expr {
        let mut expr = self.lent(expr, needs);
        let mut kept = Kept(Vec::new());
        kept.operand(&mut expr);
        for (local, value) in kept.0 {
            self.bind(quote! { let mut #local = #value; });
        }
        expr
    }
}

/// The temporary values found so far, in the order in which they are computed, and their locals.
struct Kept(Vec<(Ident, TokenStream)>);

impl Kept {
    /// Looks for what is borrowed in an expression, where it is always evaluated.
    fn operand(&mut self, expr: &mut Expr) {
        match expr {
            Expr::MethodCall(call) => {
                if BY_VALUE.contains(&call.method.to_string().as_str()) {
                    self.operand(&mut call.receiver);
                } else {
                    self.borrowed(&mut call.receiver);
                }
                call.args.iter_mut().for_each(|arg| self.operand(arg));
            }
            Expr::Call(call) => call.args.iter_mut().for_each(|arg| self.operand(arg)),
            Expr::Reference(reference) => self.borrowed(&mut reference.expr),
            Expr::Paren(paren) => self.operand(&mut paren.expr),
            Expr::Group(group) => self.operand(&mut group.expr),
            Expr::Tuple(tuple) => tuple.elems.iter_mut().for_each(|part| self.operand(part)),
            Expr::Array(array) => array.elems.iter_mut().for_each(|part| self.operand(part)),
            Expr::Try(tried) => self.operand(&mut tried.expr),
            Expr::Field(_) | Expr::Index(_) | Expr::Unary(_) => self.place(expr),
            _ => {}
        }
    }

    /// An expression that is borrowed: a place, or a value that gets a local.
    fn borrowed(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Path(_) | Expr::Lit(_) => {}
            Expr::Field(_) | Expr::Index(_) => self.place(expr),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => self.place(expr),
            Expr::Paren(paren) => self.borrowed(&mut paren.expr),
            Expr::Group(group) => self.borrowed(&mut group.expr),
            // What calls nothing may be a constant, of which a borrow lives for ever.
            _ if calls(expr) => self.keep(expr),
            _ => {}
        }
    }

    /// What a place is a part of is borrowed with it.
    fn place(&mut self, place: &mut Expr) {
        match place {
            Expr::Field(field) => self.borrowed(&mut field.base),
            Expr::Index(index) => {
                self.borrowed(&mut index.expr);
                self.operand(&mut index.index);
            }
            Expr::Unary(unary) => self.borrowed(&mut unary.expr),
            _ => {}
        }
    }

    /// Makes a value a local.
    fn keep(&mut self, value: &mut Expr) {
        self.operand(value);
        let at = first_span(&*value);
        let span = Span::call_site().located_at(at);
        let local = format_ident!("__temporary{}", self.0.len(), span = span);
        let path = Expr::Path(syn::ExprPath {
            attrs: Vec::new(),
            qself: None,
            path: local.clone().into(),
        });
        let value = std::mem::replace(value, path);
        self.0.push((local, quote! { #value }));
    }
}

/// Whether an expression calls a function, a method or a macro. (What looks like a call of a variant is none.)
fn calls(expr: &Expr) -> bool {
    struct Calls(bool);
    impl<'e> Visit<'e> for Calls {
        fn visit_expr_call(&mut self, call: &'e syn::ExprCall) {
            let is_variant = match &*call.func {
                Expr::Path(path) => path
                    .path
                    .segments
                    .last()
                    .is_some_and(|name| name.ident.to_string().starts_with(char::is_uppercase)),
                _ => false,
            };
            self.0 |= !is_variant;
            syn::visit::visit_expr_call(self, call);
        }

        fn visit_expr_method_call(&mut self, _: &'e syn::ExprMethodCall) {
            self.0 = true;
        }

        fn visit_macro(&mut self, _: &'e syn::Macro) {
            self.0 = true;
        }

        fn visit_expr_closure(&mut self, _: &'e syn::ExprClosure) {}
    }
    let mut found = Calls(false);
    found.visit_expr(expr);
    found.0
}
