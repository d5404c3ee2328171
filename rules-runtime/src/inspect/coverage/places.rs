//! What generated code says of a ruleset for coverage: where its conditions stand, and which rows of tables have held.

use core::sync::atomic::{AtomicBool, Ordering};

use super::process;
use crate::inspect::metadata::Position;

/// A line and a column, from 1, in the file of the rule.
pub(crate) type Place = (u32, u32);

/// Where a condition stands that explanations show.
#[derive(Debug, Clone, Copy)]
pub struct ConditionPlace {
    /// Where it begins.
    pub place: Place,
    /// Whether a partial match may reach it and not pass: that of a `let` always does.
    pub may_fail: bool,
    /// Where its tests stand.
    pub tests: &'static [Place],
}

/// Whether a row has held. How often would say nothing: conditions may be evaluated any number of times.
pub type RowHeld = AtomicBool;

/// A row of a table.
#[derive(Debug, Clone, Copy)]
pub struct CoveredRow {
    /// Its number, from 1: among the rows of the table, or in the sheet.
    pub number: u32,
    /// The line in the file in which it stands.
    pub line: u32,
    /// The row as the ruleset has it; empty where it stands in a sheet.
    pub text: &'static str,
}

/// A table, and which of its rows have held.
#[derive(Debug)]
pub struct CoveredTable {
    /// The name of its ruleset.
    pub ruleset: &'static str,
    /// The root of the package that has the ruleset.
    pub package: Option<&'static str>,
    /// Its name.
    pub name: &'static str,
    /// Where it is written.
    pub position: Position,
    /// The file and the sheet in which its rows stand, if they stand in one.
    pub source: Option<&'static str>,
    /// Its rows.
    pub rows: &'static [CoveredRow],
    /// Whether each has held.
    pub held: &'static [RowHeld],
}

impl CoveredTable {
    /// Notes rows that hold, by their numbers from 0.
    pub fn note<'a>(&'static self, rows: impl IntoIterator<Item = &'a u32>) {
        if !super::process::is_on() {
            return;
        }
        for &row in rows {
            let held = &self.held[row as usize];
            if !held.load(Ordering::Relaxed) && !held.swap(true, Ordering::Relaxed) {
                process::row_held(self);
            }
        }
    }
}
