//! Decision tables: what they ask, what they answer, and the rows as the analysis and the look-up see them.

use std::collections::BTreeSet;

use proc_macro2::{Ident, Span, TokenStream};

use crate::ast::Cell;
use crate::diagnostic::SpanRange;

use super::FactTypeId;

/// A decision table.
#[derive(Debug, Clone)]
pub struct Table {
    /// Its name.
    pub name: Ident,
    /// The visibility of its function.
    pub vis: syn::Visibility,
    /// Its documentation, a line each, without the leading space.
    pub docs: Vec<String>,
    /// Attributes that pass through to its function.
    pub attrs: Vec<TokenStream>,
    /// The warnings that `#[allow(rules::…)]` on it silences, by name.
    pub allows: BTreeSet<String>,
    /// Its parameters.
    pub params: Vec<(Ident, syn::Type)>,
    /// The type of its result as written.
    pub result: syn::Type,
    /// The type that a row answers with: what stands in the `Option` where the result is one.
    pub value: syn::Type,
    /// Whether the result is an `Option`.
    pub is_optional: bool,
    /// What it asks, from left to right.
    pub columns: Vec<TableColumn>,
    /// The names of its outputs, from left to right.
    pub outputs: Vec<Ident>,
    /// What its rows answer, and where they stand.
    pub rows: Vec<TableRow>,
    /// What its rows ask, for the analysis and the look-up.
    pub asked: rules_tables::Table,
    /// The file and sheet in which the rows stand, as messages call them.
    pub source: Option<String>,
    /// `#[reload]`: how its rows are kept by a session.
    pub reload: Option<Reload>,
    /// Whether a mistake stands in it: then its rows are not to be looked at.
    pub is_wrong: bool,
}

/// A column of a table.
#[derive(Debug, Clone)]
pub struct TableColumn {
    /// What is asked: an expression over the parameters.
    pub expr: syn::Expr,
    /// The type of its values, without references.
    pub ty: syn::Type,
    /// The column as the printer writes it.
    pub text: String,
}

/// A row of a table.
#[derive(Debug, Clone)]
pub struct TableRow {
    /// What it answers.
    pub outputs: Vec<syn::Expr>,
    /// The same as it is written there: in a sheet no Rust.
    pub written: Vec<String>,
    /// Its cells where they stand in the language.
    pub cells: Vec<Cell>,
    /// The names of its cells where they stand in a sheet: `C10`.
    pub places: Vec<String>,
    /// Its number, from 1, in the place where the rows stand.
    pub number: usize,
    /// What messages about it point at.
    pub span: SpanRange,
}

/// What makes a table reloadable: its rows are the value of the one fact of a type that no rule names.
#[derive(Debug, Clone)]
pub struct Reload {
    /// Where the attribute stands.
    pub span: Span,
    /// The type of the fact.
    pub fact_type: FactTypeId,
    /// The Rust type that stands for the table.
    pub marker: Ident,
    /// The rows that a session begins with.
    pub csv: String,
    /// The types of its outputs.
    pub outputs: Vec<OutputType>,
}

/// The type of an output whose values stand in a sheet.
#[derive(Debug, Clone)]
pub struct OutputType {
    /// The type.
    pub ty: syn::Type,
    /// Which values it has.
    pub kind: rules_tables::Kind,
    /// Where it is an `Option`, what stands in that.
    pub inside: Option<Box<OutputType>>,
}

impl OutputType {
    /// The type of a value that stands there: what stands in an `Option`, or itself.
    #[must_use]
    pub fn value(&self) -> &OutputType {
        self.inside.as_deref().unwrap_or(self)
    }
}

impl Table {
    /// Whether each row that holds is a result.
    #[must_use]
    pub fn collects(&self) -> bool {
        self.asked.hit == rules_tables::Hit::Collect
    }
}
