//! CSV files.

use super::{Line, Mistake, Value};

/// The lines of a file.
pub(super) fn lines(bytes: &[u8], file: &str) -> Result<Vec<Line>, Vec<Mistake>> {
    let text = std::str::from_utf8(bytes)
        .map_err(|_| Mistake::of_file(format!("`{file}` is not text in UTF-8")))?;
    let sheet = rules_tables::Sheet::from_csv(text).map_err(|mistake| {
        vec![Mistake {
            cell: mistake.cell(),
            message: mistake.message,
            meant: None,
        }]
    })?;
    let lines = sheet.rows.iter().map(|row| Line {
        number: row.line,
        cells: row.cells.iter().map(|cell| value(cell)).collect(),
    });
    Ok(lines.collect())
}

fn value(cell: &str) -> Value {
    match cell.trim() {
        "" => Value::Empty,
        text => Value::Text(text.to_owned()),
    }
}
