//! Tables that conditions ask: what a look-up reads of the facts handed to it is what the columns name.
//!
//! A look-up stays the call that it is, of the function that is generated for the table. For the read sets alone the
//! call is taken for its columns, in which the arguments stand in the places of the parameters.

use std::collections::HashMap;

use proc_macro2::TokenStream;
use syn::visit_mut::{self, VisitMut};

use crate::ast::Lookup;
use crate::clones::cloned;
use crate::diagnostic::{Edit, SpanRange};
use crate::hir::{Condition, Table};
use crate::names::{asked_table, plain};
use crate::vocabulary as say;

use super::super::names::{as_ident, bound_names, peeled, text};
use super::super::rules::RuleResolver;
use super::super::rust_uses::dereferenced;

/// How many tables may ask one another in their columns.
const DEPTH: usize = 8;

impl RuleResolver<'_, '_> {
    /// `p = discount(c, t);` is a `let`, `p in discount(c, t);` a `for`.
    pub(in super::super) fn resolve_lookup(
        &mut self,
        lookup: &Lookup,
        tokens: &TokenStream,
        resolved: &mut Vec<Condition>,
    ) {
        let is_right = self.check_lookup(lookup);
        let pattern = syn::Pat::Ident(syn::PatIdent {
            attrs: Vec::new(),
            by_ref: None,
            mutability: None,
            ident: lookup.binding.clone(),
            subpat: None,
        });
        let mut call = syn::Expr::Call(lookup.call.clone());
        if !is_right && self.reloaded_lookup(&call, "").is_some() {
            // That it is asked in a wrong way has been said.
            call = syn::parse_quote! { ::core::unimplemented!() };
        }
        if lookup.each {
            self.resolve_each_row(&pattern, None, &call, tokens, resolved);
        } else {
            let written = format!("{} = {}", plain(&lookup.binding), text(&call));
            let call = self.with_asked_row(&call, resolved);
            let test = self.resolve_let(&pattern, &call, true, written);
            resolved.push(Condition::Test(test));
        }
        if let Some(guard) = &lookup.guard {
            let tests = self.resolve_guard(guard);
            resolved.extend(tests.into_iter().map(Condition::Test));
        }
    }

    /// `for PAT in expr`, which may ask a table with `#[reload]`.
    pub(in super::super) fn resolve_each_row(
        &mut self,
        pattern: &syn::Pat,
        ty: Option<&syn::Type>,
        expr: &syn::Expr,
        tokens: &TokenStream,
        resolved: &mut Vec<Condition>,
    ) {
        if let Some((asked, true)) = self.reloaded_lookup(expr, &text(expr)) {
            let answer = self.resolve_asked_rows(&asked, resolved);
            let test = self.resolve_let(pattern, &answer, true, text(tokens));
            resolved.push(Condition::Test(test));
        } else {
            let expr = self.with_values(expr);
            resolved.push(self.resolve_for(pattern, ty, &expr, tokens));
        }
    }

    /// An expression, or what answers for it where it asks a table with `#[reload]`.
    pub(in super::super) fn with_asked_row(
        &mut self,
        expr: &syn::Expr,
        resolved: &mut Vec<Condition>,
    ) -> syn::Expr {
        match self.reloaded_lookup(expr, &text(expr)) {
            Some((asked, false)) => self.resolve_asked_row(&asked, resolved),
            Some((_, true)) | None => self.with_values(expr),
        }
    }

    /// The call of a table that an expression is, with values for those parameters that take one, where the arguments are
    /// variables, which may be references; any other expression as it is.
    fn with_values(&self, expr: &syn::Expr) -> syn::Expr {
        let mut expr = expr.clone();
        if let syn::Expr::Call(call) = &mut expr
            && let Some(name) = as_ident(&call.func).and_then(asked_table)
            && let Some(table) = table_named(&self.context.tables, &name)
        {
            self.hand_values(table, call);
        }
        expr
    }

    /// Makes values of the arguments for parameters that take one.
    pub(super) fn hand_values(&self, table: &Table, call: &mut syn::ExprCall) {
        for (argument, (_, ty)) in call.args.iter_mut().zip(&table.params) {
            *argument = self.argument_value(ty, argument);
        }
    }

    /// A table that collects gives a result for each row, any other gives one. Whether it is asked so.
    fn check_lookup(&mut self, lookup: &Lookup) -> bool {
        let tables = &self.context.tables;
        let Some(table) = table_named(tables, &plain(&lookup.table)) else {
            // It did not parse, which has been reported.
            return true;
        };
        let arguments = &lookup.call.args;
        let arguments = format!("({})", text(arguments));
        let (name, binding) = (&lookup.table, &lookup.binding);
        let (wording, sign) = match (table.collects(), lookup.each) {
            (true, false) => (say::collecting(name, binding, arguments), "in"),
            (false, true) => (say::not_collecting(name, binding, arguments), "="),
            (true, true) | (false, false) => return true,
        };
        let head = SpanRange {
            start: binding.span(),
            end: name.span(),
        };
        let mended = Edit::Replace(format!("{binding} {sign} {name}"));
        self.report(wording.at(name.span()).mend(head, mended));
        false
    }

    /// An expression in which each look-up is what its table's columns ask; `None` where it has none.
    pub(in super::super) fn as_read(&self, expr: &syn::Expr) -> Option<syn::Expr> {
        if self.context.tables.is_empty() {
            return None;
        }
        let mut expr = expr.clone();
        let mut columns = Columns {
            tables: &self.context.tables,
            depth: 0,
            replaced: false,
        };
        columns.visit_expr_mut(&mut expr);
        columns.replaced.then_some(expr)
    }
}

pub(super) fn table_named<'t>(tables: &'t [Table], name: &str) -> Option<&'t Table> {
    tables.iter().find(|table| plain(&table.name) == name)
}

/// Puts the columns of tables in the places of look-ups.
struct Columns<'t> {
    tables: &'t [Table],
    depth: usize,
    replaced: bool,
}

impl VisitMut for Columns<'_> {
    fn visit_expr_mut(&mut self, expr: &mut syn::Expr) {
        visit_mut::visit_expr_mut(self, expr);
        let syn::Expr::Call(call) = &*expr else {
            return;
        };
        let table = as_ident(&call.func)
            .and_then(asked_table)
            .and_then(|name| table_named(self.tables, &name));
        let Some(table) = table.filter(|_| self.depth < DEPTH) else {
            return;
        };
        let columns = columns_of(table, call);
        *expr = syn::parse_quote! { (#(#columns,)*) };
        self.replaced = true;
        self.depth += 1;
        visit_mut::visit_expr_mut(self, expr);
        self.depth -= 1;
    }
}

/// The columns of a table in which the arguments of a call stand.
fn columns_of(table: &Table, call: &syn::ExprCall) -> Vec<syn::Expr> {
    let params = table.params.iter().map(|(name, _)| plain(name));
    let arguments: HashMap<String, &syn::Expr> = params.zip(call.args.iter().map(handed)).collect();
    let columns = table.columns.iter().map(|column| {
        let mut expr = column.expr.clone();
        let mut put = Arguments {
            arguments: &arguments,
            binds: Vec::new(),
        };
        put.visit_expr_mut(&mut expr);
        let mut binds = put.binds.iter();
        if binds.any(|name| may_hide(&arguments, name)) {
            // Whose a name is in there is not told apart here: the arguments count as read whole.
            let arguments = &call.args;
            return syn::parse_quote! { (#arguments,) };
        }
        expr
    });
    columns.collect()
}

/// What an argument hands over: `c` of `&c` and `*c`.
fn handed(argument: &syn::Expr) -> &syn::Expr {
    match dereferenced(cloned(argument)) {
        syn::Expr::Reference(reference) => handed(&reference.expr),
        _ => peeled(cloned(argument)),
    }
}

/// Whether a name bound in a column is a parameter's, or stands in an argument.
fn may_hide(arguments: &HashMap<String, &syn::Expr>, name: &str) -> bool {
    let stands_in = |expr: &&syn::Expr| {
        text(*expr)
            .split(|c: char| !c.is_alphanumeric() && c != '_')
            .any(|word| word == name)
    };
    arguments.contains_key(name) || arguments.values().any(stands_in)
}

/// Puts arguments in the places of parameters, and notes what the expression binds itself.
struct Arguments<'e> {
    arguments: &'e HashMap<String, &'e syn::Expr>,
    binds: Vec<String>,
}

impl VisitMut for Arguments<'_> {
    fn visit_expr_mut(&mut self, expr: &mut syn::Expr) {
        if let Some(argument) = as_ident(expr).and_then(|name| self.arguments.get(&plain(name))) {
            *expr = (*argument).clone();
            return;
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_pat_mut(&mut self, pattern: &mut syn::Pat) {
        self.binds
            .extend(bound_names(pattern).into_iter().map(plain));
        visit_mut::visit_pat_mut(self, pattern);
    }
}
