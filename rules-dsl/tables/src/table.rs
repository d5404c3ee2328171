//! Tables: typed columns, and rows of cells.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::{Cell, Kind};

/// A decision table without its outputs' meaning: what its rows ask, and what is promised of them.
#[derive(Clone, Debug)]
pub struct Table {
    /// What is asked, from left to right.
    pub columns: Vec<Column>,
    /// The rows from top to bottom.
    pub rows: Vec<Row>,
    /// How many rows may hold for one case.
    pub hit: Hit,
    /// There may be cases for which no row holds: the result is an `Option`, or the table collects.
    pub may_miss: bool,
}

/// A column that is asked, not an output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// The header as written.
    pub header: String,
    /// The values there are.
    pub kind: Kind,
}

/// A row of a table.
#[derive(Clone, Debug)]
pub struct Row {
    /// A cell for each column; none if the row is `else`.
    pub cells: Vec<Cell>,
    /// The outputs as written, by which rows are told to say the same.
    pub outputs: Vec<String>,
    /// The row holds where no other does.
    pub otherwise: bool,
}

impl Row {
    /// The row as text: its cells and outputs with `|` between them, and `||` before the outputs.
    #[must_use]
    pub fn text(&self) -> String {
        let cells: Vec<&str> = if self.otherwise {
            ["else"].into()
        } else {
            self.cells.iter().map(Cell::text).collect()
        };
        format!("{} || {}", cells.join(" | "), self.outputs.join(" | "))
    }
}

/// How many rows may hold for one case: DMN's hit policies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hit {
    /// At most one.
    #[default]
    Unique,
    /// Several; the first of them counts.
    First,
    /// Several, of which all have the same outputs.
    Any,
    /// Several, and each counts.
    Collect,
}
