//! Tables with `#[reload]`: what their declaration must be, so that rows can be read while the program runs.

use proc_macro2::Span;
use quote::format_ident;
use rules_tables::{Kind, Outline, Output, Sheet};

use crate::ast;
use crate::diagnostic::{Diagnostics, SpanRange};
use crate::hir::{OutputType, Reload, Table};
use crate::names::asked_table;
use crate::vocabulary as say;

use super::super::names::{as_ident, plain, span_range, text};
use super::Tables;

/// What is declared of such a table.
pub(super) struct Declared<'a> {
    pub(super) table: &'a ast::Table,
    /// The values of its columns, as far as they are known.
    pub(super) kinds: &'a [Option<Kind>],
    /// The word `reload`.
    pub(super) span: Span,
    /// The types of its outputs; empty where one is not known.
    pub(super) outputs: Vec<OutputType>,
}

impl Declared<'_> {
    /// Checks the declaration, and numbers the type of the fact that holds the rows. Nothing was wrong with the table
    /// if there were `before` errors.
    pub(super) fn resolve(
        self,
        asked: &rules_tables::Table,
        shared: &mut Tables<'_>,
        before: usize,
        found: &mut Diagnostics,
    ) -> Reload {
        let name = plain(&self.table.name);
        let csv = self.csv(found);
        self.check_columns(found);
        self.check_outputs(found);
        if found.len() == before && !self.table.is_broken {
            self.check_rows(asked, &csv, found);
        }
        let marker = format_ident!("__{}_{}_table", plain(shared.ruleset), name);
        let runtime = shared.runtime;
        let path = syn::parse_quote! { #runtime::generated::reload::Reloaded<#marker> };
        Reload {
            span: self.span,
            fact_type: shared.fact_types.hold_rows(&self.table.name, path),
            marker,
            csv,
            outputs: self.outputs,
        }
    }

    /// The text of the file; empty where there is none, which is reported.
    fn csv(&self, found: &mut Diagnostics) -> String {
        let name = &self.table.name;
        let Some(sheet) = &self.table.sheet else {
            let file = format!("{}.csv", plain(name));
            found.push(say::reload_without_file(name, file).at(self.span));
            return String::new();
        };
        match &sheet.grid {
            Some(grid) if grid.csv.is_none() => {
                let file = sheet.file.value();
                let csv = std::path::Path::new(&file).with_extension("csv");
                let wording = say::reload_of_workbook(file, csv.display());
                found.push(wording.at(self.span));
                String::new()
            }
            Some(grid) => grid.csv.clone().unwrap_or_default(),
            // It cannot be read, which is reported.
            None => String::new(),
        }
    }

    /// Reports columns whose cells name constants: rows that are data know none.
    fn check_columns(&self, found: &mut Diagnostics) {
        for (column, kind) in self.table.columns.iter().zip(self.kinds) {
            if *kind == Some(Kind::Other) {
                let at = match &column.ty {
                    Some(written) => span_range(&written.ty),
                    None => span_range(&column.expr),
                };
                found.push(say::reloaded_column(text(&column.expr)).at(at));
            }
        }
    }

    /// Reports outputs of types that no data has.
    fn check_outputs(&self, found: &mut Diagnostics) {
        let outputs = self.outputs.iter().zip(&self.table.outputs);
        for (place, (output, head)) in outputs.enumerate() {
            let value = output.value();
            let at = self.output_span(place);
            if matches!(value.ty, syn::Type::Reference(_)) {
                found.push(say::borrowed_output(text(&value.ty)).at(at));
            } else if value.kind == Kind::Other {
                found.push(say::reloaded_output(text(&value.ty), &head.name).at(at));
            }
        }
    }

    /// Where the type of an output stands, else its name.
    fn output_span(&self, place: usize) -> SpanRange {
        let output = &self.table.outputs[place];
        match (&output.ty, &self.table.result) {
            (Some(written), _) => span_range(&written.ty),
            (None, result) if self.table.outputs.len() == 1 => span_range(result),
            (None, syn::Type::Tuple(tuple)) => tuple
                .elems
                .get(place)
                .map_or_else(|| output.name.span().into(), span_range),
            (None, _) => output.name.span().into(),
        }
    }

    /// Reports what a session would not read of the rows: it reads them as it does those that it loads.
    fn check_rows(&self, asked: &rules_tables::Table, csv: &str, found: &mut Diagnostics) {
        let Some(sheet) = &self.table.sheet else {
            return;
        };
        let outputs = self.table.outputs.iter().zip(&self.outputs);
        let outputs = outputs.map(|(head, output)| Output {
            header: plain(&head.name),
            kind: output.value().kind.clone(),
            may_be_empty: output.inside.is_some(),
        });
        let outline = Outline {
            columns: asked.columns.clone(),
            outputs: outputs.collect(),
            hit: asked.hit,
            may_miss: asked.may_miss,
        };
        let read = Sheet::from_csv(csv).map_err(|mistake| vec![mistake]);
        for mistake in read
            .and_then(|sheet| outline.read(&sheet))
            .err()
            .unwrap_or_default()
        {
            let message = format!("{}: {mistake}", sheet.file.value());
            found.push(say::sheet(message).at(sheet.file.span()));
        }
    }
}

/// Reports tables whose columns ask a table with `#[reload]`: a column is a function of its parameters.
pub(super) fn check_columns(tables: &[Table], found: &mut Diagnostics) {
    struct Asks<'t>(&'t [Table], Vec<proc_macro2::Ident>);

    impl<'e> syn::visit::Visit<'e> for Asks<'_> {
        fn visit_expr_call(&mut self, call: &'e syn::ExprCall) {
            let function = as_ident(&call.func);
            let name = function.and_then(asked_table);
            let is_meant = |table: &&Table| Some(plain(&table.name)) == name;
            let asked = self.0.iter().find(is_meant);
            if asked.is_some_and(|table| table.reload.is_some()) {
                self.1.extend(function.cloned());
            }
            syn::visit::visit_expr_call(self, call);
        }
    }

    for column in tables.iter().flat_map(|table| &table.columns) {
        let mut asks = Asks(tables, Vec::new());
        syn::visit::Visit::visit_expr(&mut asks, &column.expr);
        for function in asks.1 {
            let name = asked_table(&function).unwrap_or_default();
            found.push(say::reloaded_in_column(name).at(function.span()));
        }
    }
}
