//! What the analysis of decision tables finds: cases that no row holds for, rows that hold together and may not, rows
//! that never decide or could be one.

use std::collections::BTreeSet;

use rules_tables::{Finding, Kind, Value, Witness, analyse};

use crate::diagnostic::{Diagnostic, SpanRange};
use crate::hir::{Ruleset, Table};

use crate::printer::{spaced, text};
use crate::vocabulary as say;

use super::Found;

/// Checks the tables in which nothing else is wrong.
pub(super) fn check_tables(ruleset: &Ruleset, found: &mut Found<'_>) {
    for table in &ruleset.tables {
        if !table.is_wrong {
            check_table(table, found);
        }
    }
}

fn check_table(table: &Table, found: &mut Found<'_>) {
    let findings = analyse(&table.asked);
    let gaps = findings.iter().filter_map(|finding| match finding {
        Finding::Gap { witness } => Some(witness),
        _ => None,
    });
    let gaps: Vec<&Witness> = gaps.collect();
    if !gaps.is_empty() {
        let cases = gaps.iter().map(|gap| case(table, gap));
        let cases = cases.collect::<Vec<_>>().join(", nor for ");
        let helps = gaps.iter().filter_map(|gap| gap_help(table, gap));
        let helps: BTreeSet<String> = helps.collect();
        let helps = helps.into_iter().reduce(|all, help| all + "; " + &help);
        let wording = say::gap(&table.name, cases).or_help(helps);
        push(table, table.name.span().into(), wording, None, found);
    }
    for finding in &findings {
        report(table, finding, found);
    }
}

/// What closes a gap that a person may not see: of an enum whose variants the compiler does not know, and of `NaN`.
fn gap_help(table: &Table, gap: &Witness) -> Option<String> {
    let columns = table.columns.iter().zip(&table.asked.columns);
    columns
        .zip(&gap.0)
        .find_map(|((column, asked), value)| match value {
            Value::OtherThan(names) if asked.kind == Kind::Other => {
                let variants: Option<Vec<&str>> = names.iter().map(|name| variant(name)).collect();
                let variants = variants.filter(|variants| !variants.is_empty())?;
                let (text, ty) = (&column.text, text(&column.ty));
                Some(say::listed_variants(text, &ty, &variants))
            }
            Value::Float(number) if number.is_nan() => Some(say::NAN_GAP.to_owned()),
            Value::Single(number) if number.is_nan() => Some(say::NAN_GAP.to_owned()),
            _ => None,
        })
}

/// The name of what may be a variant: `Gold`, `Kind::Gold`.
fn variant(constant: &str) -> Option<&str> {
    let name = constant.rsplit("::").next()?.trim();
    let is_variant = name.starts_with(char::is_uppercase)
        && name.contains(char::is_lowercase)
        && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    is_variant.then_some(name)
}

fn report(table: &Table, finding: &Finding, found: &mut Found<'_>) {
    match finding {
        Finding::Gap { .. } => {}
        Finding::Unproved => {
            let wording = say::unproved(&table.name);
            push(table, table.name.span().into(), wording, None, found);
        }
        Finding::Overlap {
            earlier,
            later,
            witness,
        } => {
            let (first, second) = (row(table, *earlier), row(table, *later));
            let wording = say::overlap(second, case(table, witness), first);
            push(table, span(table, *later), wording, Some(*earlier), found);
        }
        Finding::Differ {
            earlier,
            later,
            witness,
        } => {
            let (first, second) = (row(table, *earlier), row(table, *later));
            let wording = say::differ(second, case(table, witness), first);
            push(table, span(table, *later), wording, Some(*earlier), found);
        }
        Finding::Unreachable { row: number, by } => {
            let others: Vec<String> = by.iter().map(|row| name(table, *row)).collect();
            let by = match others.as_slice() {
                [] => "other rows do".to_owned(),
                [only] => format!("{only} does"),
                several => format!("{} do", several.join(", ")),
            };
            let wording = say::unreachable_row(row(table, *number), by);
            push(table, span(table, *number), wording, None, found);
        }
        Finding::Mergeable { rows, column } => {
            let Some(last) = rows.last() else {
                return;
            };
            let names: Vec<String> = rows.iter().map(|row| name(table, *row)).collect();
            let wording = say::mergeable_rows(names.join(" and "), &table.columns[*column].text);
            push(table, span(table, *last), wording, None, found);
        }
    }
}

/// Adds what is said of a row, naming the file where it stands in one, and the place of an earlier row.
fn push(
    table: &Table,
    span: SpanRange,
    wording: say::Wording,
    earlier: Option<usize>,
    found: &mut Found<'_>,
) {
    let diagnostic = match earlier.filter(|_| table.source.is_none()) {
        Some(earlier) => wording.at_second(span, self::span(table, earlier)),
        None => wording.at(span),
    };
    let message = match &table.source {
        Some(source) => format!("{source}: {}", diagnostic.message),
        None => diagnostic.message.clone(),
    };
    let diagnostic = Diagnostic {
        message,
        ..diagnostic
    };
    found.push_unless(&table.allows, diagnostic);
}

fn span(table: &Table, row: usize) -> SpanRange {
    table.rows[row].span
}

/// `row 3`
fn name(table: &Table, row: usize) -> String {
    format!("row {}", table.rows[row].number)
}

/// A row with the cells that ask something.
fn row(table: &Table, row: usize) -> String {
    let cells = table.asked.rows[row].cells.iter().zip(&table.columns);
    let cells = cells.enumerate().filter(|(_, (cell, _))| !cell.is_any());
    let cells = cells.map(|(place, (cell, column))| {
        let says = format!("`{}: {}`", column.text, spaced(cell.text()));
        match table.rows[row].places.get(place) {
            Some(place) => format!("{place} {says}"),
            None => says,
        }
    });
    let cells: Vec<String> = cells.collect();
    let name = name(table, row);
    if table.asked.rows[row].otherwise {
        format!("{name} (`else`)")
    } else if cells.is_empty() {
        name
    } else {
        format!("{name} ({})", cells.join(", "))
    }
}

/// A case: the value of each column, as Rust.
pub(crate) fn case(table: &Table, witness: &Witness) -> String {
    let columns = table.columns.iter().zip(&table.asked.columns);
    let values = columns.zip(&witness.0).map(|((column, asked), value)| {
        let value = match (&asked.kind, value) {
            (Kind::Variants(_), Value::Named(variant)) => {
                format!("{}::{variant}", text(&column.ty))
            }
            (_, Value::Named(name)) => spaced(name),
            (_, Value::OtherThan(names)) => {
                Value::OtherThan(names.iter().map(|name| spaced(name)).collect()).to_rust()
            }
            _ => value.to_rust(),
        };
        format!("{}: {value}", column.text)
    });
    let values: Vec<String> = values.collect();
    format!("`{}`", values.join(", "))
}
