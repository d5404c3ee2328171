//! The rows of a table that stand in the language: as many cells as columns, and each a set of its column's values.

use rules_tables::{Door, Hit, Kind, parse_cell};

use crate::ast;
use crate::diagnostic::{Diagnostics, Edit};
use crate::hir::TableRow;
use crate::printer::spaced;
use crate::vocabulary as say;

use super::super::names::text;
use super::outputs;

/// What the rows ask, and what they answer.
pub(super) fn resolve_rows(
    table: &ast::Table,
    kinds: &[Option<Kind>],
    hit: Hit,
    found: &mut Diagnostics,
) -> (Vec<rules_tables::Row>, Vec<TableRow>) {
    let (mut asked, mut answered) = (Vec::new(), Vec::new());
    if table.rows.is_empty() && !table.is_broken && table.sheet.is_none() {
        found.push(say::no_rows(&table.name).at(table.name.span()));
    }
    for (number, row) in table.rows.iter().enumerate() {
        let is_last = number + 1 == table.rows.len();
        check_else(row, is_last, hit, found);
        let asks = read_cells(row, kinds, found);
        check_outputs(table, row, found);
        outputs::check_parameters(table, row, found);
        let Some(cells) = asks else {
            continue;
        };
        let written: Vec<String> = row.outputs.iter().map(text).collect();
        asked.push(rules_tables::Row {
            cells,
            outputs: written.clone(),
            otherwise: row.otherwise,
        });
        answered.push(TableRow {
            outputs: row.outputs.clone(),
            written,
            cells: row.cells.clone(),
            places: Vec::new(),
            number: number + 1,
            span: row.span,
        });
    }
    (asked, answered)
}

/// Reports rows that stand beside those in a file.
pub(super) fn refuse_rows(table: &ast::Table, sheet: &ast::Sheet, found: &mut Diagnostics) {
    if let Some(row) = table.rows.first() {
        found.push(say::rows_beside_file(sheet.file.value()).at(row.span));
    }
}

fn check_else(row: &ast::Row, is_last: bool, hit: Hit, found: &mut Diagnostics) {
    if !row.otherwise {
        return;
    }
    if hit == Hit::Collect {
        found.push(say::else_of_collect().at(row.span));
    } else if !is_last {
        found.push(say::early_else().at(row.span));
    }
}

/// The cells of a row; `None` where one cannot be read.
fn read_cells(
    row: &ast::Row,
    kinds: &[Option<Kind>],
    found: &mut Diagnostics,
) -> Option<Vec<rules_tables::Cell>> {
    if row.otherwise {
        return Some(Vec::new());
    }
    if row.cells.len() != kinds.len() && !kinds.is_empty() {
        let expected = say::counted(kinds.len(), "cell");
        let span = match row.cells.get(kinds.len()) {
            Some(extra) => extra.whole(),
            None => row.cells.last().map_or(row.span, ast::Cell::whole),
        };
        found.push(say::wrong_cells(expected, row.cells.len()).at(span));
        return None;
    }
    let cells = row.cells.iter().zip(kinds).map(|(cell, kind)| {
        let Some(kind) = kind else {
            return Ok(rules_tables::Cell::any());
        };
        let read = parse_cell(kind, &cell.text, Door::Rust);
        read.map_err(|error| {
            let written = &cell.text[error.range.clone()];
            let message = error.message.replace(written, &spaced(written));
            let mut mistake = say::cell(message).at(cell.span(&error.range));
            if let Some(mend) = error.mend {
                mistake = mistake.mend(cell.whole(), Edit::Replace(spaced(&mend)));
            }
            found.push(mistake);
        })
    });
    let cells: Vec<_> = cells.collect();
    cells.into_iter().collect::<Result<_, _>>().ok()
}

fn check_outputs(table: &ast::Table, row: &ast::Row, found: &mut Diagnostics) {
    let expected = table.outputs.len();
    if row.outputs.len() != expected && expected > 0 {
        let wording = say::wrong_cells(say::counted(expected, "output"), row.outputs.len());
        let extra = row.outputs.get(expected).or(row.outputs.last());
        let span = extra.map_or(row.span, super::super::names::span_range);
        found.push(wording.at(span));
    }
}
