//! What is wrong with the rows of a sheet, and where.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// Something wrong in a sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The line of the file, or the row of the sheet, from 1; nothing if the whole is meant.
    pub line: Option<usize>,
    /// The column of the sheet, from 0; nothing if the whole row is meant.
    pub column: Option<usize>,
    /// The header of that column.
    pub header: Option<String>,
    /// What was found, what was expected and the mend.
    pub message: String,
}

impl Mistake {
    pub(crate) fn whole(message: impl Into<String>) -> Self {
        Self {
            line: None,
            column: None,
            header: None,
            message: message.into(),
        }
    }

    pub(crate) fn at_line(line: usize, message: impl Into<String>) -> Self {
        Self {
            line: Some(line),
            ..Self::whole(message)
        }
    }
}

impl Mistake {
    /// The name of the cell, as spreadsheet programs call it: `C10`. Nothing if a whole row or the whole sheet is meant.
    #[must_use]
    pub fn cell(&self) -> Option<String> {
        Some(cell_name(self.column?, self.line?))
    }
}

/// The name of a cell by its column, from 0, and its line, from 1: `C10`.
///
/// ```
/// assert_eq!(rules_tables::cell_name(2, 10), "C10");
/// assert_eq!(rules_tables::cell_name(26, 1), "AA1");
/// ```
#[must_use]
pub fn cell_name(column: usize, line: usize) -> String {
    let mut letters = Vec::new();
    let mut rest = column + 1;
    while rest > 0 {
        rest -= 1;
        letters.push(char::from(b'A' + (rest % 26) as u8));
        rest /= 26;
    }
    let letters: String = letters.into_iter().rev().collect();
    format!("{letters}{line}")
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}, ")?;
        }
        if let Some(header) = &self.header {
            write!(f, "column `{header}`, ")?;
        }
        f.write_str(&self.message)
    }
}

/// Why new rows of a table were refused: everything that is wrong with them, in the order of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableError {
    /// The name of the table.
    pub table: String,
    /// One or more.
    pub mistakes: Vec<Mistake>,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the rows of `{}` are refused", self.table)?;
        for mistake in &self.mistakes {
            write!(f, "\n{mistake}")?;
        }
        Ok(())
    }
}

impl core::error::Error for TableError {}

/// What new rows of a table changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableReport {
    /// How many rows the table has now.
    pub rows: usize,
    /// How many of them it had before, by their text.
    pub kept: usize,
    /// How many it had not.
    pub added: usize,
    /// How many that it had before it has no longer.
    pub removed: usize,
    /// Rows that are never reached, and rows that could be one.
    pub warnings: Vec<Mistake>,
}

impl fmt::Display for TableReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            rows,
            kept,
            added,
            removed,
            warnings,
        } = self;
        write!(
            f,
            "{rows} rows: {kept} kept, {added} added; {removed} removed"
        )?;
        for warning in warnings {
            write!(f, "\n{warning}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::cell_name;

    #[test]
    fn columns_have_the_letters_of_a_spreadsheet() {
        let named = [0, 25, 26, 51, 52, 701, 702].map(|column| cell_name(column, 1));
        assert_eq!(named, ["A1", "Z1", "AA1", "AZ1", "BA1", "ZZ1", "AAA1"]);
    }
}
