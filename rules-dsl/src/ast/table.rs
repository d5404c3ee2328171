//! Decision tables as written: the columns, and the rows or the sheet in which they stand.

use std::ops::Range;

use proc_macro2::{Ident, Span};

use super::grid::Grid;
use crate::diagnostic::SpanRange;

use super::Attribute;

/// A decision table: `table name(p: T) -> R { | … || … | … }`.
#[derive(Debug, Clone)]
pub struct Table {
    /// Its attributes, documentation included.
    pub attrs: Vec<Attribute>,
    /// Visibility of the function; the ruleset's where none is written.
    pub vis: syn::Visibility,
    /// Its name.
    pub name: Ident,
    /// Its parameters.
    pub params: Vec<(Ident, syn::Type)>,
    /// The type of its result.
    pub result: syn::Type,
    /// Where its rows stand, if not here.
    pub sheet: Option<Sheet>,
    /// What is asked, from left to right.
    pub columns: Vec<Column>,
    /// What is answered, from left to right.
    pub outputs: Vec<OutputHead>,
    /// Its rows, without those that did not parse.
    pub rows: Vec<Row>,
    /// Whether a row, or the head, did not parse.
    pub is_broken: bool,
    /// Where it stands in the source's text, its attributes included.
    pub range: Range<usize>,
}

/// The file in which a table's rows stand: `from "f.xlsx", sheet "S"`.
#[derive(Debug, Clone)]
pub struct Sheet {
    /// The file, from the package's root.
    pub file: syn::LitStr,
    /// The sheet in it.
    pub part: Option<syn::LitStr>,
    /// What it says, once it has been read.
    pub(crate) grid: Option<Grid>,
}

/// A column of a table's head: an expression over the parameters.
#[derive(Debug, Clone)]
pub struct Column {
    /// The expression.
    pub expr: syn::Expr,
    /// Its type, where it is written.
    pub ty: Option<ColumnType>,
}

/// A type in a table's head: `u16`, `Kind(Gold or Silver)`.
#[derive(Debug, Clone)]
pub struct ColumnType {
    /// The type.
    pub ty: syn::Type,
    /// Its variants, where they are listed.
    pub variants: Option<Vec<Ident>>,
}

/// The name of an output, with its type where that is written.
#[derive(Debug, Clone)]
pub struct OutputHead {
    /// The name: that of a field, where there are several outputs.
    pub name: Ident,
    /// The type.
    pub ty: Option<ColumnType>,
}

/// A row of a table.
#[derive(Debug, Clone)]
pub struct Row {
    /// What it asks of each column; of `else` nothing.
    pub cells: Vec<Cell>,
    /// Whether it is `else`.
    pub otherwise: bool,
    /// What it answers.
    pub outputs: Vec<syn::Expr>,
    /// Its tokens, from the first bar to the last.
    pub span: SpanRange,
}

/// A cell, as the text that the grammar reads.
#[derive(Debug, Clone)]
pub struct Cell {
    /// The text, in which a space follows each token that is not joined to the next.
    pub text: String,
    /// Where each token stands in it.
    pub tokens: Vec<(Range<usize>, Span)>,
}

impl Cell {
    /// The tokens in a range of the text.
    #[must_use]
    pub fn span(&self, range: &Range<usize>) -> SpanRange {
        let within = |token: &&(Range<usize>, Span)| {
            token.0.end > range.start && token.0.start < range.end.max(range.start + 1)
        };
        let within = self.tokens.iter().filter(within).map(|(_, span)| *span);
        let within: Vec<Span> = within.collect();
        let last = self.tokens.last().map(|(_, span)| *span);
        let start = within.first().copied().or(last);
        let start = start.unwrap_or_else(Span::call_site);
        SpanRange {
            start,
            end: within.last().copied().unwrap_or(start),
        }
    }

    /// All its tokens.
    #[must_use]
    pub fn whole(&self) -> SpanRange {
        self.span(&(0..self.text.len()))
    }
}
