//! Sheets: rows of texts from a file, which become the rows of a table whose columns are declared elsewhere.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::constant::{self, Constant};
use crate::{
    Cell, Column, Door, Finding, Hit, Kind, Mistake, OwnedDecision, Row, Table, Value, analyse,
    build, number, parse_cell,
};

/// What stands in a file, as texts. Numbers are as short as they can be: `10`, not `10.0`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sheet {
    /// The header, and then the rows; none of them is empty.
    pub rows: Vec<SheetRow>,
}

/// A row of a sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetRow {
    /// The line of the file it begins in, or the row of the sheet; from 1.
    pub line: usize,
    /// Its cells as they stand.
    pub cells: Vec<String>,
}

/// The declaration of a table whose rows stand in a sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outline {
    /// What is asked.
    pub columns: Vec<Column>,
    /// What is answered.
    pub outputs: Vec<Output>,
    /// How many rows may hold for one case.
    pub hit: Hit,
    /// There may be cases for which no row holds.
    pub may_miss: bool,
}

/// An output of a table whose rows stand in a sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// The header as written.
    pub header: String,
    /// The values there are.
    pub kind: Kind,
    /// Its cells may be empty: the type is an `Option`.
    pub may_be_empty: bool,
}

/// The rows of a sheet as those of a table.
#[derive(Clone, Debug)]
pub struct SheetTable {
    /// The table, whose rows' outputs are the texts of the sheet.
    pub table: Table,
    /// For each row its outputs, `None` where a cell is empty. Of a type that is not known, the text as it stands in
    /// [`Value::Named`].
    pub outputs: Vec<Vec<Option<Value>>>,
    /// For each row where it stands in the sheet.
    pub lines: Vec<usize>,
    /// For each column, and then for each output, the sheet's column that it is.
    pub places: Vec<usize>,
}

impl Outline {
    /// Reads the rows of a sheet. Its headers are those of the columns and outputs, in any order.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with headers and cells, in the order of the file; that there are no rows, where some row has to
    /// hold.
    pub fn read(&self, sheet: &Sheet) -> Result<SheetTable, Vec<Mistake>> {
        let Some((header, rows)) = sheet.rows.split_first() else {
            return Err([Mistake::whole(
                "the sheet is empty; its first row are the headers",
            )]
            .into());
        };
        let places = self.places(header)?;
        if rows.is_empty() && !self.may_miss {
            return Err([Mistake::whole("there are no rows after the headers")].into());
        }
        let mut reading = Reading {
            outline: self,
            header,
            places: &places,
            mistakes: Vec::new(),
        };
        let mut read = SheetTable {
            table: Table {
                columns: self.columns.clone(),
                rows: Vec::new(),
                hit: self.hit,
                may_miss: self.may_miss,
            },
            outputs: Vec::new(),
            lines: Vec::new(),
            places: places.clone(),
        };
        for (at, row) in rows.iter().enumerate() {
            let (row_read, outputs) = reading.row(row, at + 1 == rows.len());
            read.table.rows.push(row_read);
            read.outputs.push(outputs);
            read.lines.push(row.line);
        }
        if reading.mistakes.is_empty() {
            Ok(read)
        } else {
            Err(reading.mistakes)
        }
    }

    /// Reads the rows of a sheet and proves what is promised of them. With them come warnings: rows that are never
    /// reached, and rows that could be one.
    ///
    /// # Errors
    ///
    /// As of [`Outline::read`]; or if that finds nothing, all gaps and overlaps.
    pub fn prove(
        &self,
        sheet: &Sheet,
    ) -> Result<(SheetTable, OwnedDecision, Vec<Mistake>), Vec<Mistake>> {
        let read = self.read(sheet)?;
        let warnings = read.prove()?;
        let decision = build(&read.table);
        Ok((read, decision, warnings))
    }

    /// The headers of all columns and outputs.
    fn declared(&self) -> impl Iterator<Item = &String> {
        let columns = self.columns.iter().map(|column| &column.header);
        columns.chain(self.outputs.iter().map(|output| &output.header))
    }

    /// The column of the sheet for each that is declared.
    fn places(&self, header: &SheetRow) -> Result<Vec<usize>, Vec<Mistake>> {
        let mut mistakes = Vec::new();
        let mut places: Vec<Option<usize>> = self.declared().map(|_| None).collect();
        for (at, cell) in header.cells.iter().enumerate() {
            let wrong = match self.declared().position(|declared| same(declared, cell)) {
                Some(declared) if places[declared].is_none() => {
                    places[declared] = Some(at);
                    continue;
                }
                Some(_) => format!("a second column `{}`", cell.trim()),
                None if cell.trim().is_empty() => "a column without a header".to_owned(),
                None => {
                    let names: Vec<_> = self.declared().cloned().collect();
                    let near = crate::nearest::nearest(cell.trim(), &names);
                    let near = near.map(|near| format!(", did you mean `{near}`?"));
                    format!(
                        "the table has no column `{}`{}",
                        cell.trim(),
                        near.unwrap_or_default()
                    )
                }
            };
            // Spreadsheet programs write empty cells after the last column.
            let empty_end = header.cells[at..].iter().all(|cell| cell.trim().is_empty());
            if !empty_end {
                mistakes.push(Mistake {
                    column: Some(at),
                    ..Mistake::at_line(header.line, wrong)
                });
            }
        }
        for (declared, place) in self.declared().zip(&places) {
            if place.is_none() {
                let message = format!("the column `{declared}` is missing");
                mistakes.push(Mistake::at_line(header.line, message));
            }
        }
        if mistakes.is_empty() {
            Ok(places.into_iter().flatten().collect())
        } else {
            Err(mistakes)
        }
    }
}

/// Headers are compared without their white space.
fn same(header: &str, written: &str) -> bool {
    let tight = |text: &str| -> String { text.split_whitespace().collect() };
    tight(header) == tight(written)
}

/// Whether a row of a sheet is the `else` row, of what stands in the columns that ask.
///
/// # Errors
///
/// The number of a cell that asks something beside the `else`.
pub fn is_else<'a>(asked: impl Iterator<Item = &'a str> + Clone) -> Result<bool, usize> {
    if !asked.clone().any(|cell| cell == "else") {
        return Ok(false);
    }
    let mut beside = asked;
    match beside.position(|cell| !matches!(cell, "else" | "" | "-")) {
        Some(beside) => Err(beside),
        None => Ok(true),
    }
}

/// Why such a cell may not stand there.
#[must_use]
pub fn beside_else(cell: &str) -> String {
    format!(
        "`{cell}` beside `else`, which holds where no other row does; the text is written `\"else\"`"
    )
}

/// Why a table that collects has no `else` row.
pub const ELSE_COLLECTS: &str =
    "a table that collects has no `else` row: what no row holds for has no result";

struct Reading<'a> {
    outline: &'a Outline,
    header: &'a SheetRow,
    places: &'a [usize],
    mistakes: Vec<Mistake>,
}

impl Reading<'_> {
    fn row(&mut self, row: &SheetRow, last: bool) -> (Row, Vec<Option<Value>>) {
        let columns = self.outline.columns.len();
        let text = |place: usize| row.cells.get(place).map_or("", |cell| cell.trim());
        for (at, cell) in row.cells.iter().enumerate() {
            if !cell.trim().is_empty() && !self.places.contains(&at) {
                self.mistake(row, at, "a cell beyond the last column".to_owned());
            }
        }
        let asked = self.places[..columns].iter().map(|place| text(*place));
        let otherwise = match is_else(asked) {
            Ok(otherwise) => otherwise,
            Err(beside) => {
                let place = self.places[beside];
                self.mistake(row, place, beside_else(text(place)));
                true
            }
        };
        if otherwise && self.outline.hit == Hit::Collect {
            self.mistakes
                .push(Mistake::at_line(row.line, ELSE_COLLECTS));
        } else if otherwise && !last {
            let message = "`else` is not the last row; it holds where no other does";
            self.mistakes.push(Mistake::at_line(row.line, message));
        }
        let mut cells = Vec::new();
        if !otherwise {
            for (place, column) in self.places.iter().zip(&self.outline.columns) {
                match parse_cell(&column.kind, text(*place), Door::Sheet) {
                    Ok(cell) => cells.push(cell),
                    Err(error) => {
                        self.mistake(row, *place, error.message);
                        cells.push(Cell::any());
                    }
                }
            }
        }
        let mut outputs = Vec::new();
        for (place, output) in self.places[columns..].iter().zip(&self.outline.outputs) {
            if output.may_be_empty && text(*place).is_empty() {
                outputs.push(None);
                continue;
            }
            match value(&output.kind, text(*place)) {
                Ok(value) => outputs.push(Some(value)),
                Err(message) => self.mistake(row, *place, message),
            }
        }
        let texts = self.places[columns..]
            .iter()
            .map(|place| text(*place).to_owned());
        let row = Row {
            cells,
            outputs: texts.collect(),
            otherwise,
        };
        (row, outputs)
    }

    fn mistake(&mut self, row: &SheetRow, place: usize, message: String) {
        let header = self
            .header
            .cells
            .get(place)
            .map(|header| header.trim().to_owned());
        self.mistakes.push(Mistake {
            column: Some(place),
            header: header.filter(|header| !header.is_empty()),
            ..Mistake::at_line(row.line, message)
        });
    }
}

/// An output, which is one constant.
fn value(kind: &Kind, text: &str) -> Result<Value, String> {
    if text.is_empty() {
        return Err("an empty cell, expected a value".to_owned());
    }
    let number = match constant::parse(kind, text, Door::Sheet)? {
        Constant::Number(number) => number,
        Constant::Text(said) if *kind == Kind::Text => return Ok(Value::Text(said)),
        Constant::Text(said) => return Ok(Value::Named(said)),
    };
    Ok(match kind {
        Kind::Bool => Value::Bool(number == 1),
        Kind::Float => Value::Float(number::to_float(number)),
        Kind::Single => Value::Float(f64::from(number::to_single(number))),
        Kind::Char => Value::Char(number::to_char(number)),
        Kind::Variants(variants) => {
            let variant = usize::try_from(number).ok().and_then(|at| variants.get(at));
            Value::Named(variant.cloned().unwrap_or_default())
        }
        Kind::Integer { .. } | Kind::Text | Kind::Other => Value::Integer(number),
    })
}

impl SheetTable {
    /// Proves what is promised of the rows: the warnings, or else all gaps and overlaps.
    fn prove(&self) -> Result<Vec<Mistake>, Vec<Mistake>> {
        let findings = analyse(&self.table);
        let (warnings, errors): (Vec<_>, Vec<_>) = findings.iter().partition(|finding| {
            matches!(
                finding,
                Finding::Unreachable { .. } | Finding::Mergeable { .. }
            )
        });
        let told = |findings: Vec<&Finding>| findings.into_iter().map(|of| self.told(of)).collect();
        if errors.is_empty() {
            Ok(told(warnings))
        } else {
            Err(told(errors))
        }
    }

    /// A finding of this table as what is wrong in its sheet.
    #[must_use]
    pub fn told(&self, finding: &Finding) -> Mistake {
        let line = |row: &usize| self.lines[*row];
        match finding {
            Finding::Gap { witness } => Mistake::whole(format!(
                "no row holds for {}; add a row, or `else`",
                self.case(witness)
            )),
            Finding::Unproved => Mistake::whole(
                "too many rows overlap in too many columns to tell whether there is a gap; add `else`",
            ),
            Finding::Overlap {
                earlier,
                later,
                witness,
            } => Mistake::at_line(
                line(later),
                format!(
                    "this row and that of line {} both hold for {}",
                    line(earlier),
                    self.case(witness)
                ),
            ),
            Finding::Differ {
                earlier,
                later,
                witness,
            } => Mistake::at_line(
                line(later),
                format!(
                    "this row and that of line {} both hold for {} and do not say the same",
                    line(earlier),
                    self.case(witness)
                ),
            ),
            Finding::Unreachable { row, by } if by.is_empty() => Mistake::at_line(
                line(row),
                "never reached: the other rows hold in every case",
            ),
            Finding::Unreachable { row, by } => Mistake::at_line(
                line(row),
                format!("never reached: its cases are those of {}", self.named(by)),
            ),
            Finding::Mergeable { rows, column } => {
                let place = self.places[*column];
                Mistake {
                    column: Some(place),
                    header: Some(self.table.columns[*column].header.clone()),
                    ..Mistake::at_line(
                        line(&rows[0]),
                        format!("this row could be one with {}", self.named(&rows[1..])),
                    )
                }
            }
        }
    }

    /// `line 3`, `lines 3 and 5`, `lines 3 to 7 and 9`
    fn named(&self, rows: &[usize]) -> String {
        let mut runs: Vec<(usize, usize)> = Vec::new();
        for &row in rows {
            let line = self.lines[row];
            match runs.last_mut() {
                Some((_, last)) if *last + 1 == line => *last = line,
                _ => runs.push((line, line)),
            }
        }
        let lines = runs.iter().flat_map(|&(first, last)| match last - first {
            0 => alloc::vec![first.to_string()],
            1 => alloc::vec![first.to_string(), last.to_string()],
            _ => alloc::vec![format!("{first} to {last}")],
        });
        let lines: Vec<String> = lines.collect();
        match lines.split_last() {
            Some((last, others)) if !others.is_empty() => {
                format!("lines {} and {last}", others.join(", "))
            }
            _ if rows.len() > 1 => format!("lines {}", lines.join("")),
            _ => format!("line {}", lines.join("")),
        }
    }

    /// `age: 17, region: "north"`
    fn case(&self, witness: &crate::Witness) -> String {
        let values = self.table.columns.iter().zip(&witness.0);
        let values: Vec<_> = values
            .map(|(column, value)| format!("`{}: {value}`", column.header))
            .collect();
        values.join(", ")
    }
}
