//! The cases in a file: CSV with the columns of the table in its head, or JSON, an array of objects.

use std::path::Path;

use rules_tables::{Sheet, Value};
use serde_json::Value as Json;

use super::super::{Failure, read as read_file};
use super::value;
use crate::hir::Table;
use crate::printer::spaced;

/// The values of each case, one for each column.
pub(super) fn read(table: &Table, path: &Path) -> Result<Vec<Vec<Value>>, Failure> {
    let text = read_file(path)?;
    let is_json = path
        .extension()
        .is_some_and(|extension| extension == "json");
    let cases = if is_json {
        json_cases(table, &text)
    } else {
        csv_cases(table, &text)
    };
    let within = |error: Failure| -> Failure { format!("`{}`: {error}", path.display()).into() };
    let cases = cases.map_err(within)?;
    let cases = cases.into_iter().enumerate().map(|(number, case)| {
        let columns = table.columns.iter().zip(&table.asked.columns);
        let values = columns.zip(case).map(|((column, asked), written)| {
            value(&asked.kind, &written).ok_or_else(|| {
                let (number, name) = (number + 1, &column.text);
                within(
                    format!("case {number}: `{written}` is no value of the column `{name}`").into(),
                )
            })
        });
        values.collect()
    });
    cases.collect()
}

fn csv_cases(table: &Table, text: &str) -> Result<Vec<Vec<String>>, Failure> {
    let sheet = Sheet::from_csv(text).map_err(|mistake| mistake.to_string())?;
    let (head, rows) = sheet.rows.split_first().ok_or("there are no cases")?;
    let heads: Vec<String> = head.cells.iter().map(|cell| spaced(cell)).collect();
    let places = table.columns.iter().map(|column| {
        let place = heads.iter().position(|head| *head == column.text);
        place.ok_or_else(|| lacking(&column.text))
    });
    let places: Vec<usize> = places.collect::<Result<_, _>>()?;
    let cell = |row: &rules_tables::SheetRow, place: usize| {
        row.cells.get(place).cloned().unwrap_or_default()
    };
    let cases = rows
        .iter()
        .map(|row| places.iter().map(|place| cell(row, *place)).collect());
    Ok(cases.collect())
}

fn json_cases(table: &Table, text: &str) -> Result<Vec<Vec<String>>, Failure> {
    let cases: Vec<serde_json::Map<String, Json>> = serde_json::from_str(text)?;
    let cases = cases.iter().map(|case| {
        let values = table.columns.iter().map(|column| {
            let mut fields = case.iter();
            let field = fields.find(|(name, _)| spaced(name) == column.text);
            match field.ok_or_else(|| lacking(&column.text))?.1 {
                Json::String(text) => Ok(text.clone()),
                value => Ok(value.to_string()),
            }
        });
        values.collect()
    });
    cases.collect()
}

fn lacking(column: &str) -> Failure {
    format!("the cases have no column `{column}`").into()
}
