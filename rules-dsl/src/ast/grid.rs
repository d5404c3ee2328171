//! What stands in the file of a table's rows, as `sheets` reads it: lines of cells, of whose types nothing is known yet.

/// What a sheet says, by lines; empty ones are left out.
#[derive(Debug, Clone)]
pub(crate) struct Grid {
    /// The file and the sheet as messages call them: `rates.xlsx, sheet Rates`.
    pub(crate) name: String,
    /// Its lines, the head first.
    pub(crate) lines: Vec<Line>,
    /// The text of a CSV file.
    pub(crate) csv: Option<String>,
}

/// A line of a sheet.
#[derive(Debug, Clone)]
pub(crate) struct Line {
    /// Its number in the file, from 1.
    pub(crate) number: usize,
    /// Its cells from the first column on; empty ones at its end may lack.
    pub(crate) cells: Vec<Value>,
}

/// What stands in a cell of a sheet.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Value {
    /// Nothing.
    Empty,
    /// A text.
    Text(String),
    /// A number or a truth value, as it is written in Rust.
    #[cfg_attr(
        not(feature = "xlsx"),
        expect(dead_code, reason = "spreadsheets alone tell them from texts")
    )]
    Number(String),
    /// What is no constant: a formula, a date.
    #[cfg_attr(
        not(feature = "xlsx"),
        expect(dead_code, reason = "spreadsheets alone have them")
    )]
    Other(&'static str),
    /// Part of a merged cell, which has been reported.
    Merged,
}

impl Value {
    /// What a person reads there.
    pub(crate) fn written(&self) -> &str {
        match self {
            Self::Text(written) | Self::Number(written) => written,
            Self::Empty | Self::Other(_) | Self::Merged => "",
        }
    }
}
