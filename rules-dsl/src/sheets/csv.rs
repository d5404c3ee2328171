//! CSV files (RFC 4180): commas between cells, quotes around a cell that has commas, quotes or line ends in it.

use super::{Line, Mistake, Value, cell_name};

/// The lines of a file.
pub(super) fn lines(bytes: &[u8], file: &str) -> Result<Vec<Line>, Vec<Mistake>> {
    let text = std::str::from_utf8(bytes)
        .map_err(|_| Mistake::of_file(format!("`{file}` is not text in UTF-8")))?;
    let mut reader = Reader {
        rest: text.strip_prefix('\u{feff}').unwrap_or(text),
        line: 1,
    };
    let mut lines = Vec::new();
    while !reader.rest.is_empty() {
        let line = reader.line()?;
        if line.cells.iter().any(|cell| *cell != Value::Empty) {
            lines.push(line);
        }
    }
    Ok(lines)
}

struct Reader<'t> {
    rest: &'t str,
    line: usize,
}

impl Reader<'_> {
    fn line(&mut self) -> Result<Line, Vec<Mistake>> {
        let number = self.line;
        let mut cells = Vec::new();
        loop {
            let cell = self.cell(cells.len())?;
            let cell = cell.trim();
            cells.push(match cell {
                "" => Value::Empty,
                cell => Value::Text(cell.to_owned()),
            });
            if let Some(rest) = self.rest.strip_prefix(',') {
                self.rest = rest;
                continue;
            }
            let rest = self.rest.strip_prefix('\r').unwrap_or(self.rest);
            self.rest = rest.strip_prefix('\n').unwrap_or(rest);
            self.line += 1;
            return Ok(Line { number, cells });
        }
    }

    /// A cell, up to the comma or the line end after it.
    fn cell(&mut self, column: usize) -> Result<String, Vec<Mistake>> {
        let start = self.rest.trim_start_matches([' ', '\t']);
        let Some(mut inside) = start.strip_prefix('"') else {
            let end = self.rest.find([',', '\r', '\n']);
            let (cell, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
            self.rest = rest;
            return Ok(cell.to_owned());
        };
        let mistake = |line, message: &str| {
            vec![Mistake {
                cell: Some(cell_name(column, line)),
                message: message.to_owned(),
            }]
        };
        let first = self.line;
        let mut cell = String::new();
        loop {
            let Some((part, rest)) = inside.split_once('"') else {
                return Err(mistake(first, "the quote that begins this cell has no end"));
            };
            cell.push_str(part);
            self.line += part.matches('\n').count();
            inside = rest;
            if let Some(rest) = inside.strip_prefix('"') {
                cell.push('"');
                inside = rest;
                continue;
            }
            self.rest = inside.trim_start_matches([' ', '\t']);
            if self.rest.is_empty() || self.rest.starts_with([',', '\r', '\n']) {
                return Ok(cell);
            }
            return Err(mistake(
                first,
                "text stands after the quote that ends this cell",
            ));
        }
    }
}
