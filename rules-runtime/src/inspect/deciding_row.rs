//! The row of a decision table by which a match decided, as explanations and derivations name it.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// What a decision table said of a match: the row that held, or that none did.
///
/// `Display` writes the table, the row and where it stands: `rate: row 14 (rates.xlsx, sheet Rates)`, or
/// `rate: row 2, | >= 18 || 5 |` where the rows stand in the ruleset.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct DecidingRow {
    /// The table's name.
    pub table: &'static str,
    /// The number of the row, from 1: among the rows of the table or, where they stand in a file, that of the sheet.
    /// `None` where no row held.
    pub row: Option<u32>,
    /// The file and the sheet in which the rows stand, if they stand in one.
    pub source: Option<&'static str>,
    /// The row as the ruleset has it; empty where the rows stand in a file, or no row held.
    pub text: Cow<'static, str>,
}

impl DecidingRow {
    #[doc(hidden)]
    #[must_use]
    pub fn __new(
        table: &'static str,
        row: Option<u32>,
        source: Option<&'static str>,
        text: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self {
            table,
            row,
            source,
            text: text.into(),
        }
    }
}

/// Several rows of one table, without its name: those of a look-up that is a part of a greater expression.
#[must_use]
pub fn rows_text(rows: &[DecidingRow]) -> String {
    let numbers: Vec<String> = rows
        .iter()
        .filter_map(|of| Some(format!("{}", of.row?)))
        .collect();
    let rows_named = match &*numbers {
        [] => return String::from("no row"),
        [only] => format!("row {only}"),
        all => format!("rows {}", all.join(", ")),
    };
    match rows.first().and_then(|row| row.source) {
        Some(source) => format!("{rows_named} ({source})"),
        None => rows_named,
    }
}

impl fmt::Display for DecidingRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = rows_text(core::slice::from_ref(self));
        write!(f, "{}: {rows}", self.table)?;
        if self.text.is_empty() {
            Ok(())
        } else {
            write!(f, ", {}", self.text)
        }
    }
}
