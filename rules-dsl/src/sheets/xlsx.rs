//! XLSX files, read by calamine.

use std::io::Cursor;

use calamine::{Data, Reader as _, Xlsx, XlsxError};

use crate::diagnostic::nearest;

use super::{Line, Mistake, Read, Value, cell_name};

type Workbook = Xlsx<Cursor<Vec<u8>>>;

/// The lines of a sheet; of a file with one sheet that one, if none is named.
pub(super) fn lines(bytes: Vec<u8>, file: &str, sheet: Option<&str>) -> Read {
    let mut workbook = Workbook::new(Cursor::new(bytes)).map_err(|error| match error {
        XlsxError::Password => Mistake::of_file(format!(
            "`{file}` is locked by a password; save it without one"
        )),
        error => Mistake::of_file(format!("`{file}` is no XLSX file: {error}")),
    })?;
    let name = sheet_name(&workbook, file, sheet)?;
    let unreadable =
        |error: XlsxError| Mistake::of_file(format!("`{file}` cannot be read: {error}"));
    let range = workbook.worksheet_range(&name).map_err(unreadable)?;
    let formulas = workbook.worksheet_formula(&name).map_err(unreadable)?;
    let merged = workbook
        .merge_cells_by_sheet_name(&name)
        .map_err(unreadable)?;
    let mistakes: Vec<Mistake> = merged
        .iter()
        .map(|area| {
            let name = |(row, column): (u32, u32)| cell_name(column as usize, row as usize + 1);
            Mistake {
                cell: Some(name(area.start)),
                message: format!(
                    "the cells up to {} are merged; a row has a cell for each column",
                    name(area.end)
                ),
                meant: None,
            }
        })
        .collect();
    let (top, left) = range.start().unwrap_or_default();
    let lines = range.rows().enumerate().map(|(row, cells)| {
        let row = top + row as u32;
        let empty = std::iter::repeat_n(Value::Empty, left as usize);
        let cells = cells.iter().enumerate().map(|(column, cell)| {
            let place = (row, left + column as u32);
            match formulas.get_value(place) {
                _ if merged.iter().any(|area| area.contains(place.0, place.1)) => Value::Merged,
                Some(formula) if !formula.is_empty() => Value::Other("a formula"),
                _ => value(cell),
            }
        });
        Line {
            number: row as usize + 1,
            cells: empty.chain(cells).collect(),
        }
    });
    let is_filled = |line: &Line| line.cells.iter().any(|cell| *cell != Value::Empty);
    Ok((lines.filter(is_filled).collect(), mistakes))
}

fn sheet_name(
    workbook: &Workbook,
    file: &str,
    sheet: Option<&str>,
) -> Result<String, Vec<Mistake>> {
    let names = workbook.sheet_names();
    match (sheet, names.as_slice()) {
        (Some(sheet), names) if names.iter().any(|name| name == sheet) => Ok(sheet.to_owned()),
        (None, [only]) => Ok(only.clone()),
        (None, names) => Err(Mistake::of_file(format!(
            "`{file}` has several sheets; name one: `from \"{file}\", sheet \"{}\"`",
            names.first().map_or("", String::as_str)
        ))),
        (Some(sheet), names) => {
            let near = nearest(sheet, names.iter().map(String::as_str));
            let help = match near {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("there are `{}`", names.join("`, `")),
            };
            Err(Mistake::of_file(format!(
                "there is no sheet `{sheet}` in `{file}`; {help}"
            )))
        }
    }
}

fn value(cell: &Data) -> Value {
    match cell {
        Data::Empty => Value::Empty,
        Data::String(text) if text.trim().is_empty() => Value::Empty,
        Data::String(text) => Value::Text(text.trim().to_owned()),
        Data::Int(number) => Value::Number(number.to_string()),
        Data::Float(number) => Value::Number(number.to_string()),
        Data::Bool(value) => Value::Number(value.to_string()),
        Data::DateTime(_) | Data::DateTimeIso(_) => Value::Other("a date"),
        Data::DurationIso(_) => Value::Other("a duration"),
        Data::Error(_) => Value::Other("an error of the spreadsheet"),
    }
}
