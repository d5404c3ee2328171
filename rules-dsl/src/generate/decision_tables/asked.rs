//! Finds what the conditions of a match ask tables, and names the rows that answered, for explanations and
//! derivations.
//!
//! Only what is asked of each match is found: what stands inside `not`, `exists`, `forall` and accumulates is asked
//! of many, and what stands in a closure, a branch or behind `||` may not have been asked at all.

use std::collections::BTreeMap;

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::visit::{self, Visit};

use crate::clones::cloned;
use crate::hir::{
    Condition, EitherId, ElementId, Needs, OperandKind, Rule, Ruleset, Source, Table, TestId,
    TestKind,
};
use crate::names::{asked_table, plain, table_of_part};
use crate::network::Network;
use crate::printer;

use super::super::arms::Arms;
use super::super::definitions::Definitions;
use super::super::literals::int;
use super::super::names::{self, Names};
use super::super::scope::Scope;
use super::super::view::View;
use super::{named_function, row_function};

/// A look-up.
struct Asked<'r> {
    call: &'r syn::ExprCall,
    table: &'r Table,
    needs: &'r Needs,
    /// Of a `for` over the rows of a table that collects: its element.
    element: Option<ElementId>,
}

impl Scope<'_> {
    /// The rows that answered the look-ups of a match: for each the look-up's source, and an expression of their names,
    /// a vector.
    pub(in crate::generate) fn rows_asked(&self) -> Vec<(String, TokenStream)> {
        let asked = asked_by(self.ruleset, self.rule(), &self.context.branches);
        let rows = asked.iter().map(|asked| {
            let text = self.look_up(asked);
            let text = text.unwrap_or_else(|| written(asked.call));
            (text, self.rows_of(asked))
        });
        rows.collect()
    }

    /// The look-up in a table with `#[reload]`, of which the answer alone stands in a condition.
    fn look_up(&self, asked: &Asked<'_>) -> Option<String> {
        asked.table.reload.as_ref()?;
        let mut variables = asked.needs.variables.iter();
        variables.find_map(|variable| match self.rule().variables[variable.0].source {
            Source::Accumulate(element) | Source::Key { element, .. } => {
                Some(self.rule().elements[element.0].text.clone())
            }
            _ => None,
        })
    }

    fn rows_of(&self, asked: &Asked<'_>) -> TokenStream {
        let Asked { call, table, .. } = asked;
        let mut level = self.level();
        level.needs(asked.needs);
        if table.reload.is_some() {
            let named = named_function(table);
            let named = syn::Expr::Call(syn::ExprCall {
                func: Box::new(syn::parse_quote! { #named }),
                ..(*call).clone()
            });
            let named = level.value(&named, asked.needs);
            let bindings = level.finish();
            let row = one_row(&named);
            return quote! { { #bindings #row } };
        }
        let span = call.func.as_ref();
        let row = row_function(table, syn::spanned::Spanned::span(span));
        let row = syn::Expr::Call(syn::ExprCall {
            func: Box::new(syn::parse_quote! { #row }),
            ..(*call).clone()
        });
        let row = level.value(&row, asked.needs);
        let named = named_function(table);
        let rows = match asked.element {
            None if table.collects() => quote! {
                ::core::iter::Iterator::collect(::core::iter::Iterator::map(
                    ::core::iter::IntoIterator::into_iter(#row),
                    |__row| #named(::core::option::Option::Some(__row)),
                ))
            },
            None => one_row(&quote! { #named(#row) }),
            Some(element) => {
                let number = level.number(element);
                one_row(&quote! { #named(#row.get(#number as usize).copied()) })
            }
        };
        let bindings = level.finish();
        quote! { { #bindings let __rows: __rt::Vec<__rules::DecidingRow> = #rows; __rows } }
    }
}

/// A call as it is written.
fn written(call: &syn::ExprCall) -> String {
    let mut call = call.clone();
    for argument in &mut call.args {
        *argument = cloned(argument).clone();
    }
    printer::text(&call)
}

/// A vector of one row that decided.
fn one_row(row: &impl ToTokens) -> TokenStream {
    quote! {
        <__rt::Vec<__rules::DecidingRow> as ::core::convert::From<[__rules::DecidingRow; 1]>>::from([#row])
    }
}

/// The functions that name the rows by which matches decided.
pub(in crate::generate) fn emit_decided(
    ruleset: &Ruleset,
    network: &Network,
    definitions: &Definitions<'_>,
    names: &Names,
    arms: &mut Arms,
) -> TokenStream {
    let Names {
        memory, network_ty, ..
    } = names;
    let mut functions = TokenStream::new();
    for (number, entry) in network.matches.iter().enumerate() {
        let scope = Scope::new(ruleset, definitions, &entry.context, View::of_match());
        let rows = scope.rows_asked();
        if rows.is_empty() {
            continue;
        }
        let rows = rows.iter().map(|(_, rows)| rows);
        let rule = names::rule(ruleset.rule(entry.context.rule));
        let name = names::function("decided", &rule, number);
        let doc = format!(" `{rule}`: the rows of tables that its conditions asked.");
        functions.extend(quote! {
            #[doc = #doc]
            #[inline(never)]
            fn #name(
                __token: __rt::TokenId,
                __memory: &#memory,
                __network: &#network_ty,
                __rows: &mut __rt::Vec<__rules::DecidingRow>,
            ) {
                #(::core::iter::Extend::extend(__rows, #rows);)*
            }
        });
        let index = int(number);
        arms.decided.extend(quote! {
            #index => Self::#name(__token, __memory, __network, __rows),
        });
    }
    functions
}

/// What a match of a rule, with these branches, has asked of tables, in the order written.
fn asked_by<'r>(
    ruleset: &'r Ruleset,
    rule: &'r Rule,
    branches: &BTreeMap<EitherId, usize>,
) -> Vec<Asked<'r>> {
    let mut finder = Finder {
        ruleset,
        rule,
        branches,
        asked: Vec::new(),
    };
    if !ruleset.tables.is_empty() {
        finder.conditions(&rule.conditions);
    }
    finder.asked
}

struct Finder<'r, 'b> {
    ruleset: &'r Ruleset,
    rule: &'r Rule,
    branches: &'b BTreeMap<EitherId, usize>,
    asked: Vec<Asked<'r>>,
}

impl<'r> Finder<'r, '_> {
    fn conditions(&mut self, conditions: &'r [Condition]) {
        for condition in conditions {
            match condition {
                Condition::Fact { tests, .. } => self.tests(tests),
                Condition::Test(test) => self.tests(&[*test]),
                Condition::Quantified { .. } => {}
                Condition::Either { either, branches } => {
                    if let Some(&branch) = self.branches.get(either) {
                        self.conditions(&branches[branch]);
                    }
                }
                Condition::Accumulate(id) => self.tests(&self.rule.accumulates[id.0].tests),
                Condition::Each(id) => {
                    let each = &self.rule.eaches[id.0];
                    self.expr(&each.expr.expr, &each.expr.needs, Some(each.element));
                }
            }
        }
    }

    fn tests(&mut self, tests: &[TestId]) {
        for test in tests {
            let test = &self.rule.tests[test.0];
            match &test.kind {
                TestKind::Variant(_) | TestKind::Relation { .. } => {}
                TestKind::Match { joins, .. } => {
                    for (_, operand) in joins {
                        self.operand(&operand.kind, &operand.needs);
                    }
                }
                TestKind::Compare { left, right, .. } => {
                    self.operand(&left.kind, &left.needs);
                    self.operand(&right.kind, &right.needs);
                }
                TestKind::Expr(expr) | TestKind::Let { expr, .. } => {
                    self.expr(expr, &test.needs, None);
                }
            }
        }
    }

    fn operand(&mut self, operand: &'r OperandKind, needs: &'r Needs) {
        if let OperandKind::Expr(expr) = operand {
            self.expr(expr, needs, None);
        }
    }

    /// Finds the look-ups of an expression: of one whose elements are iterated, which it is itself.
    fn expr(&mut self, expr: &'r syn::Expr, needs: &'r Needs, element: Option<ElementId>) {
        let mut calls = Calls(Vec::new());
        calls.visit_expr(expr);
        for call in calls.0 {
            let Some(table) = self.table(call) else {
                continue;
            };
            let is_iterated = matches!(expr, syn::Expr::Call(whole) if std::ptr::eq(whole, call));
            self.asked.push(Asked {
                call,
                table,
                needs,
                element: element.filter(|_| is_iterated && table.collects()),
            });
        }
    }

    fn table(&self, call: &syn::ExprCall) -> Option<&'r Table> {
        let syn::Expr::Path(function) = &*call.func else {
            return None;
        };
        let function = function.path.get_ident()?;
        let name = table_of_part(function, "answer").or_else(|| asked_table(function))?;
        let mut tables = self.ruleset.tables.iter();
        tables.find(|table| plain(&table.name) == name && !table.is_wrong)
    }
}

/// The calls that the evaluation of an expression makes, whatever they give.
struct Calls<'r>(Vec<&'r syn::ExprCall>);

impl<'r> Visit<'r> for Calls<'r> {
    fn visit_expr(&mut self, expr: &'r syn::Expr) {
        use syn::{BinOp, Expr};
        match expr {
            Expr::Call(call) => {
                visit::visit_expr_call(self, call);
                self.0.push(call);
            }
            Expr::Binary(syn::ExprBinary {
                left,
                op: BinOp::And(_) | BinOp::Or(_),
                ..
            }) => self.visit_expr(left),
            Expr::If(of) => self.visit_expr(&of.cond),
            Expr::Match(of) => self.visit_expr(&of.expr),
            Expr::Closure(_)
            | Expr::Block(_)
            | Expr::Loop(_)
            | Expr::While(_)
            | Expr::ForLoop(_)
            | Expr::Unsafe(_)
            | Expr::Async(_)
            | Expr::Const(_)
            | Expr::TryBlock(_) => {}
            _ => visit::visit_expr(self, expr),
        }
    }
}
