//! Look-ups in tables with `#[reload]`: the rows are the value of a fact, so a look-up is an accumulate over that fact.
//!
//! Its result is the row that holds, and two rows of one text are equal: where other rows are loaded, matches over rows
//! that stay are the same. For each row that holds, in a table that collects, there is a group of the accumulate whose
//! key is the row. What the user's own condition then binds is the output of the row, by a `let`.

use proc_macro2::Ident;
use syn::spanned::Spanned as _;
use syn::{Expr, ExprCall, parse_quote, parse_quote_spanned};

use crate::diagnostic::SpanRange;
use crate::hir::{
    Accumulate, AccumulateId, Condition, Each, EachId, ElementId, ElementKind, Expression,
    FactTypeId, Function, Needs, Reload, Source, Table, VariableId,
};
use crate::names::{asked_table, plain, table_part};
use crate::vocabulary as say;

use super::super::names::{as_ident, peeled};
use super::super::rules::RuleResolver;
use super::lookups::table_named;

/// A look-up.
#[derive(Clone)]
pub(in super::super) struct Asked {
    /// The table's name.
    table: Ident,
    call: ExprCall,
    fact_type: FactTypeId,
    marker: Ident,
    /// The condition as the printer writes it.
    text: String,
    at: SpanRange,
}

impl RuleResolver<'_, '_> {
    /// The look-up that an expression is, where it is one in a table with `#[reload]`. One that cannot be resolved is
    /// reported when the expression is.
    pub(in super::super) fn reloaded_lookup(
        &self,
        expr: &Expr,
        text: &str,
    ) -> Option<(Asked, bool)> {
        let Expr::Call(written) = peeled(expr) else {
            return None;
        };
        let function = as_ident(&written.func)?;
        let table = self.reloaded_table(function)?;
        let Reload {
            fact_type, marker, ..
        } = table.reload.as_ref()?;
        if written.args.len() != table.params.len() {
            return None;
        }
        let mut call = written.clone();
        self.hand_values(table, &mut call);
        let asked = Asked {
            table: Ident::new(&asked_table(function)?, function.span()),
            at: function.span().into(),
            fact_type: *fact_type,
            marker: marker.clone(),
            text: text.to_owned(),
            call,
        };
        Some((asked, table.collects()))
    }

    /// The table with `#[reload]` that a function asks.
    fn reloaded_table(&self, function: &Ident) -> Option<&Table> {
        let table = table_named(&self.context.tables, &asked_table(function)?)?;
        table.reload.is_some().then_some(table)
    }

    /// Reports look-ups in tables with `#[reload]` that stand inside an expression.
    pub(in super::super) fn check_reloaded_inside(&mut self, expr: &Expr) {
        if self
            .context
            .tables
            .iter()
            .all(|table| table.reload.is_none())
        {
            return;
        }
        let mut calls = Calls(Vec::new());
        syn::visit::Visit::visit_expr(&mut calls, expr);
        for (function, found) in calls.0 {
            let Some(table) = self.reloaded_table(&function) else {
                continue;
            };
            let (name, expected) = (plain(&table.name), table.params.len());
            let wording = if expected != found {
                say::table_arguments(name, say::counted(expected, "argument"), found)
            } else if table.collects() {
                say::reloaded_rows_inside(name)
            } else {
                say::reloaded_inside(name)
            };
            self.report(wording.at(function.span()));
        }
    }

    /// The expression of what a look-up answers, after the condition by which it is kept.
    pub(in super::super) fn resolve_asked_row(
        &mut self,
        asked: &Asked,
        resolved: &mut Vec<Condition>,
    ) -> Expr {
        let (source, rows, of_arguments) = self.resolve_rows_of(asked);
        let asks = self.ask(asked, &rows, of_arguments);
        let (runtime, marker) = (&self.context.runtime, &asked.marker);
        let accumulator = parse_quote! { #runtime::generated::reload::Looked<#marker> };
        let function = Function::User(Box::new(accumulator), asks);
        let (id, element) = self.push_look_up(asked, function, source);
        let row = self.fresh_name(asked.table.span());
        let variable = self.push_hidden(row.clone(), Source::Accumulate(element));
        self.scope.bind_unchecked(&row, variable);
        resolved.push(Condition::Accumulate(id));
        let answer = table_part(&asked.table, "answer");
        parse_quote_spanned! { asked.table.span()=> #answer(&#row) }
    }

    /// The same of a table that collects, for each row that holds.
    pub(in super::super) fn resolve_asked_rows(
        &mut self,
        asked: &Asked,
        resolved: &mut Vec<Condition>,
    ) -> Expr {
        let (mut source, rows, of_arguments) = self.resolve_rows_of(asked);
        let expr = self.ask(asked, &rows, of_arguments);
        let row = self.fresh_name(asked.table.span());
        let each = EachId(self.eaches.len());
        self.inside += 1;
        let element = self.push_element(ElementKind::Each(each), asked.text.clone(), asked.at);
        self.inside -= 1;
        let inner = self.push_hidden(row.clone(), Source::Each(element));
        self.eaches.push(Each {
            element,
            pattern: parse_quote! { #row },
            ty: None,
            expr,
            asked: false,
            binds: vec![inner],
        });
        source.push(Condition::Each(each));
        let (id, element) = self.push_look_up(asked, Function::Count, source);
        self.accumulates[id.0].by = vec![inner];
        let key = self.push_hidden(row.clone(), Source::Key { element, inner });
        self.scope.bind_unchecked(&row, key);
        resolved.push(Condition::Accumulate(id));
        let answer = table_part(&asked.table, "answer");
        parse_quote_spanned! { asked.table.span()=> #answer(&#row) }
    }

    /// The condition over the fact that holds the rows, its variable, and what the arguments need.
    fn resolve_rows_of(&mut self, asked: &Asked) -> (Vec<Condition>, (Ident, VariableId), Needs) {
        for argument in &asked.call.args {
            self.check_reloaded_inside(argument);
        }
        let of_arguments = self.needs_of_look_up(&Expr::Call(asked.call.clone()));
        let kind = ElementKind::Fact {
            fact_type: asked.fact_type,
            variant: None,
            reads: std::collections::BTreeSet::new(),
            whole: true,
        };
        self.inside += 1;
        let text = format!("the rows of `{}`", plain(&asked.table));
        let element = self.push_element(kind, text, asked.at);
        self.inside -= 1;
        let rows = self.fresh_name(asked.table.span());
        let variable = self.push_hidden(rows.clone(), Source::Fact(element));
        let source = vec![Condition::Fact {
            element,
            tests: Vec::new(),
        }];
        (source, (rows, variable), of_arguments)
    }

    /// The expression that finds rows among those of the fact.
    fn ask(
        &self,
        asked: &Asked,
        (rows, variable): &(Ident, VariableId),
        of_arguments: Needs,
    ) -> Expression {
        let part = if self.recursion.query.is_some() || self.context.oldest_first {
            "rows"
        } else {
            // Groups that begin together fire the last first.
            "rows_reversed"
        };
        let function = table_part(&asked.table, part);
        let arguments = asked.call.args.iter();
        let mut needs = of_arguments;
        self.add_need(&mut needs, *variable);
        Expression {
            expr: parse_quote_spanned! { asked.call.span()=> #function(#rows, #(#arguments),*) },
            needs,
            text: asked.text.clone(),
        }
    }

    fn push_look_up(
        &mut self,
        asked: &Asked,
        function: Function,
        source: Vec<Condition>,
    ) -> (AccumulateId, ElementId) {
        let id = AccumulateId(self.accumulates.len());
        let kind = ElementKind::Accumulate(id);
        let element = self.push_element(kind, asked.text.clone(), asked.at);
        self.accumulates.push(Accumulate {
            element,
            function,
            source,
            last: None,
            by: Vec::new(),
            tests: Vec::new(),
        });
        (id, element)
    }
}

/// Calls of functions that ask tables, with the numbers of their arguments.
struct Calls(Vec<(Ident, usize)>);

impl<'e> syn::visit::Visit<'e> for Calls {
    fn visit_expr_call(&mut self, call: &'e ExprCall) {
        let function = as_ident(&call.func);
        let asks = function.filter(|function| asked_table(function).is_some());
        self.0
            .extend(asks.map(|function| (function.clone(), call.args.len())));
        syn::visit::visit_expr_call(self, call);
    }
}
