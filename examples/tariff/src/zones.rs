//! Zones that are loaded from a file: what stands for a country there has to be one.

use std::error::Error;
use std::fs;
use std::path::Path;

use rules_runtime::{TableError, TableMistake, TableReport};
use rules_tables::{Axis, Column, Door, Hit, Kind, Row, Sheet, Table, parse_cell};
use tariff::Tariff;

/// The header of the column with countries.
const COUNTRY: &str = "country";

/// Puts the zones of a CSV file in the place of those that the program was built with.
///
/// # Errors
///
/// Fails where the file cannot be read, and with everything that is wrong with its rows: what the build would refuse, and
/// countries that no parcel can go to.
pub(crate) fn load_zones(tariff: &mut Tariff, file: &Path) -> Result<TableReport, Box<dyn Error>> {
    let rows = fs::read(file)?;
    let unknown = str::from_utf8(&rows).map(unknown_countries);
    let unknown = unknown.unwrap_or_default();
    let loaded = tariff.load_zone(&rows[..]);
    if unknown.is_empty() {
        return Ok(loaded?);
    }
    let mut error = loaded.err().unwrap_or_else(|| TableError {
        table: "zone".to_owned(),
        mistakes: Vec::new(),
    });
    error.mistakes.extend(unknown);
    // What concerns all rows comes last.
    let line = |mistake: &TableMistake| mistake.line.unwrap_or(usize::MAX);
    error.mistakes.sort_by_key(line);
    Err(error.into())
}

/// Two capital letters, as ISO 3166 has them for countries.
pub(crate) fn is_country(text: &str) -> bool {
    text.len() == 2 && text.bytes().all(|letter| letter.is_ascii_uppercase())
}

/// The cells with what is no country. A text that is no sheet has none: it is refused when it is loaded.
fn unknown_countries(rows: &str) -> Vec<TableMistake> {
    let Ok(sheet) = Sheet::from_csv(rows) else {
        return Vec::new();
    };
    let Some((header, rows)) = sheet.rows.split_first() else {
        return Vec::new();
    };
    let mut headers = header.cells.iter();
    let Some(column) = headers.position(|header| header.trim() == COUNTRY) else {
        return Vec::new();
    };
    let cells = rows
        .iter()
        .filter_map(|row| Some((row.line, row.cells.get(column)?)));
    let of_cell = |(line, cell): (usize, &String)| {
        let unknown = texts(cell).into_iter().filter(|text| !is_country(text));
        let mistakes = unknown.map(|text| mistake(line, column, &text));
        mistakes.collect::<Vec<_>>()
    };
    cells.flat_map(of_cell).collect()
}

/// The texts that a cell names.
fn texts(cell: &str) -> Vec<String> {
    if cell.trim() == "else" {
        return Vec::new();
    }
    let Ok(cell) = parse_cell(&Kind::Text, cell, Door::Sheet) else {
        return Vec::new();
    };
    // The axis of a table has what its cells tell apart: that of this cell alone, its texts.
    let table = Table {
        columns: vec![Column {
            header: COUNTRY.to_owned(),
            kind: Kind::Text,
        }],
        rows: vec![Row {
            cells: vec![cell],
            outputs: Vec::new(),
            otherwise: false,
        }],
        hit: Hit::Collect,
        may_miss: true,
    };
    match Axis::of(&table).pop() {
        Some(Axis::Texts(texts)) => texts,
        _ => Vec::new(),
    }
}

fn mistake(line: usize, column: usize, text: &str) -> TableMistake {
    let capital = text.to_ascii_uppercase();
    let meant = if is_country(&capital) {
        format!("did you mean `{capital}`?")
    } else {
        "expected its two capital letters, such as `FR`".to_owned()
    };
    TableMistake {
        line: Some(line),
        column: Some(column),
        header: Some(COUNTRY.to_owned()),
        message: format!("`{}` is no country: {meant}", text.escape_debug()),
    }
}
