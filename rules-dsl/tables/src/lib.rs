//! Decision tables of the rule language: what their cells say, whether their rows leave gaps or overlap, and look-ups.
//!
//! ```text
//! text of a cell → Cell ─┐
//!                        ├→ Table → analyse → findings with witnesses
//! columns' kinds ────────┘        └→ build → Decision, asked by the numbers of atoms
//! ```
//!
//! The compiler (`rules-dsl`) reads, analyses and builds a table while the program is compiled; what it built stands
//! in the program as a constant, and only [`Decision`] looks it up. A table that is reloaded at run time is read,
//! analysed and built by the same code.
//!
//! Without features the crate is [`Decision`] and the functions that number the values of a column, and needs `core`
//! alone. `analysis` and `csv` need `alloc`.

#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "analysis")]
extern crate alloc;

#[cfg(feature = "analysis")]
mod analysis;
mod atoms;
#[cfg(feature = "analysis")]
mod axis;
#[cfg(feature = "analysis")]
mod build;
#[cfg(feature = "analysis")]
mod cell;
#[cfg(feature = "analysis")]
mod constant;
#[cfg(feature = "csv")]
mod csv;
mod decision;
#[cfg(feature = "analysis")]
mod finding;
#[cfg(feature = "analysis")]
mod kind;
#[cfg(feature = "csv")]
mod mistake;
#[cfg(feature = "analysis")]
mod nearest;
#[cfg(feature = "analysis")]
mod number;
#[cfg(feature = "csv")]
pub mod outputs;
#[cfg(feature = "analysis")]
mod parse;
#[cfg(feature = "csv")]
mod reloaded;
#[cfg(feature = "analysis")]
mod scanner;
#[cfg(feature = "csv")]
mod sheet;
#[cfg(feature = "analysis")]
mod table;

#[cfg(feature = "analysis")]
pub use analysis::{MOST, analyse};
pub use atoms::{float, ordered, text};
#[cfg(feature = "analysis")]
pub use axis::Axis;
#[cfg(feature = "analysis")]
pub use build::{OwnedDecision, build};
#[cfg(feature = "analysis")]
pub use cell::Cell;
#[cfg(feature = "csv")]
pub use csv::mend_csv;
pub use decision::Decision;
#[cfg(feature = "analysis")]
pub use finding::{Finding, Value, Witness};
#[cfg(feature = "analysis")]
pub use kind::{Door, Kind};
#[cfg(feature = "csv")]
pub use mistake::{Mistake, TableError, TableReport, cell_name};
#[cfg(feature = "analysis")]
pub use parse::{CellError, parse_cell};
#[cfg(feature = "csv")]
pub use reloaded::{Asked, Reload, Reloaded, ReloadedRow};
#[cfg(feature = "csv")]
pub use sheet::{
    ELSE_COLLECTS, Outline, Output, Sheet, SheetRow, SheetTable, beside_else, is_else,
};
#[cfg(feature = "analysis")]
pub use table::{Column, Hit, Row, Table};
