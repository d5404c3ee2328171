//! Decision tables: a table's columns get their types, its cells and outputs are read.
//!
//! Resolved before the rules, whose conditions ask them. What a cell may say is for the crate `rules-tables` to know;
//! here its mistakes are told at the user's tokens.

mod attributes;
mod columns;
mod lookups;
mod outputs;
mod reloaded;
mod reloads;
mod rows;
mod seen_types;
mod sheet_rows;

use crate::ast::{self, Item};
use crate::diagnostic::Diagnostics;
use crate::hir::Table;

use proc_macro2::Ident;

use super::fact_types::FactTypes;
use super::names::plain;

pub(super) use seen_types::SeenTypes;

/// What the tables of a ruleset share while they are resolved.
struct Tables<'a> {
    seen: SeenTypes,
    fact_types: &'a mut FactTypes,
    ruleset: &'a Ident,
    runtime: &'a syn::Path,
}

/// Resolves the tables, in order. Of several of one name the first stands.
pub(super) fn resolve_tables(
    written: &ast::Ruleset,
    runtime: &syn::Path,
    fact_types: &mut FactTypes,
    found: &mut Diagnostics,
) -> Vec<Table> {
    let mut shared = Tables {
        seen: SeenTypes::of(&written.items),
        fact_types,
        ruleset: &written.name,
        runtime,
    };
    let mut tables: Vec<Table> = Vec::new();
    for item in &written.items {
        if let Item::Table(table) = item
            && !tables
                .iter()
                .any(|other| plain(&other.name) == plain(&table.name))
        {
            tables.push(resolve_table(table, &mut shared, found));
        }
    }
    reloads::check_columns(&tables, found);
    tables
}

fn resolve_table(table: &ast::Table, shared: &mut Tables<'_>, found: &mut Diagnostics) -> Table {
    let seen = &shared.seen;
    let before = found.len();
    let settings = attributes::resolve_table_attributes(&table.attrs, found);
    let (value, is_optional) = outputs::value_type(&table.result);
    let columns = columns::resolve_columns(table, seen, found);
    outputs::check_outputs(table, &value, seen, found);
    let kinds: Vec<_> = columns.iter().map(|column| column.kind.clone()).collect();
    let (mut outputs, mut are_known) = (Vec::new(), false);
    let (asked, rows) = match &table.sheet {
        None => rows::resolve_rows(table, &kinds, settings.hit, found),
        Some(sheet) => {
            rows::refuse_rows(table, sheet, found);
            let before = found.len();
            outputs = outputs::output_types(table, &value, seen, found);
            are_known = found.len() == before;
            let rows = sheet.grid.as_ref().map(|grid| {
                let reader = sheet_rows::Reader {
                    table,
                    sheet,
                    grid,
                    kinds: &kinds,
                    hit: settings.hit,
                    outputs: &outputs,
                    found,
                };
                reader.rows()
            });
            rows.unwrap_or_default()
        }
    };
    let asked = rules_tables::Table {
        columns: columns
            .iter()
            .map(|column| rules_tables::Column {
                header: column.column.text.clone(),
                kind: column.kind.clone().unwrap_or(rules_tables::Kind::Other),
            })
            .collect(),
        rows: asked,
        hit: settings.hit,
        may_miss: is_optional || settings.hit == rules_tables::Hit::Collect,
    };
    let reload = settings.reload.map(|span| {
        let declared = reloads::Declared {
            table,
            kinds: &kinds,
            span,
            outputs: if are_known { outputs } else { Vec::new() },
        };
        declared.resolve(&asked, shared, before, found)
    });
    Table {
        name: table.name.clone(),
        vis: table.vis.clone(),
        docs: settings.docs,
        attrs: settings.passed,
        allows: settings.allows,
        params: table.params.clone(),
        result: table.result.clone(),
        value,
        is_optional,
        columns: columns.into_iter().map(|column| column.column).collect(),
        outputs: table
            .outputs
            .iter()
            .map(|output| output.name.clone())
            .collect(),
        rows,
        source: table
            .sheet
            .as_ref()
            .and_then(|sheet| Some(sheet.grid.as_ref()?.name.clone())),
        asked,
        reload,
        is_wrong: table.is_broken || found.len() > before,
    }
}
