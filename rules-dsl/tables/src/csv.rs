//! Reads CSV (RFC 4180) as spreadsheet programs write it: with commas, or with semicolons where a comma divides
//! decimals; with or without a byte order mark; texts in quotes may go over several lines, and blanks around the quotes
//! are none of theirs.
//!
//! The reader is strict where `csv-core`, which works without `std` too, takes a quote that is not closed for the end of
//! the file: rows that are lost so would be told as gaps of the table, and not as what they are.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use crate::Mistake;
use crate::sheet::{Sheet, SheetRow};

impl Sheet {
    /// Reads a text as CSV. The first row is the header; rows without anything in them are left out.
    ///
    /// # Errors
    ///
    /// A quote is not closed, or something stands after one that is.
    pub fn from_csv(text: &str) -> Result<Self, Mistake> {
        let mut reader = Reader::new(text);
        let mut rows = Vec::new();
        while !reader.text.is_empty() {
            let row = reader.row()?;
            if row.cells.iter().any(|cell| !cell.trim().is_empty()) {
                rows.push(row);
            }
        }
        Ok(Self { rows })
    }
}

/// Where a cell stands in a text of CSV, and what a new value is there: in quotes, where it needs them. `None` where there is
/// no such cell. The line is counted from 1, the column from 0.
///
/// ```
/// let text = "age;fee\n18+;3\n";
/// assert_eq!(rules_tables::mend_csv(text, 2, 0, ">= 18"), Some((8..11, ">= 18".into())));
/// assert_eq!(rules_tables::mend_csv(text, 2, 1, "1;2"), Some((12..13, "\"1;2\"".into())));
/// assert_eq!(rules_tables::mend_csv(text, 3, 0, "-"), None);
/// ```
#[must_use]
pub fn mend_csv(
    text: &str,
    line: usize,
    column: usize,
    value: &str,
) -> Option<(Range<usize>, String)> {
    let mut reader = Reader::new(text);
    let place = loop {
        let (number, from) = (reader.line, reader.text);
        if from.is_empty() {
            return None;
        }
        if number == line {
            break reader.place(column)?;
        }
        reader.row().ok()?;
    };
    let needs_quotes = value.contains([reader.separator, '"', '\n', '\r']);
    let value = if needs_quotes {
        format!("\"{}\"", value.replace('"', "\"\""))
    } else {
        value.to_owned()
    };
    Some((text.len() - place.end..text.len() - place.start, value))
}

struct Reader<'a> {
    text: &'a str,
    line: usize,
    separator: char,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Self {
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        let first = text.lines().next().unwrap_or_default();
        let separator = if first.contains(';') && !first.contains(',') {
            ';'
        } else {
            ','
        };
        Self {
            text,
            line: 1,
            separator,
        }
    }

    /// How much of the text stands behind the end and the beginning of the cell of a column in this row.
    fn place(&mut self, column: usize) -> Option<Range<usize>> {
        for before in 0..column {
            self.cell(before).ok()?;
            if !self.took(self.separator) {
                return None;
            }
        }
        let from = self.text;
        self.cell(column).ok()?;
        let cell = &from[..from.len() - self.text.len()];
        let cell = cell.strip_suffix('\r').unwrap_or(cell);
        let blank = cell.len() - cell.trim_start().len();
        let trimmed = cell.trim().len();
        let start = from.len() - blank;
        Some(start - trimmed..start)
    }

    fn row(&mut self) -> Result<SheetRow, Mistake> {
        let line = self.line;
        let mut cells = vec![self.cell(0)?];
        while self.took(self.separator) {
            cells.push(self.cell(cells.len())?);
        }
        self.took('\r');
        if self.took('\n') {
            self.line += 1;
        }
        Ok(SheetRow { line, cells })
    }

    /// The cell of a column, from 0.
    fn cell(&mut self, column: usize) -> Result<String, Mistake> {
        let mistake = |line, message: &str| Mistake {
            column: Some(column),
            ..Mistake::at_line(line, message)
        };
        let line = self.line;
        let Some(quoted) = self.text.trim_start_matches([' ', '\t']).strip_prefix('"') else {
            return Ok(self.plain().to_owned());
        };
        self.text = quoted;
        let mut said = String::new();
        loop {
            let Some(end) = self.text.find('"') else {
                return Err(mistake(line, "a quote that begins here is not closed"));
            };
            let part = &self.text[..end];
            said.push_str(part);
            self.line += part.matches('\n').count();
            self.text = &self.text[end + 1..];
            if !self.took('"') {
                break;
            }
            said.push('"');
        }
        if self.plain().trim().is_empty() {
            Ok(said)
        } else {
            let message =
                "something stands after the closing quote; in quotes, `\"` is written twice";
            Err(mistake(line, message))
        }
    }

    /// Up to the end of the cell.
    fn plain(&mut self) -> &str {
        let end = self
            .text
            .find([self.separator, '\n'])
            .unwrap_or(self.text.len());
        let (cell, rest) = self.text.split_at(end);
        let cell = cell.strip_suffix('\r').unwrap_or(cell);
        self.text = rest;
        cell
    }

    fn took(&mut self, sign: char) -> bool {
        let rest = self.text.strip_prefix(sign);
        self.text = rest.unwrap_or(self.text);
        rest.is_some()
    }
}
