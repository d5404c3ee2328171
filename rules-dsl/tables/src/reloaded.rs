//! Tables whose rows are data: read from CSV while the program runs, proved as if they were compiled, and replaced as a
//! whole or not at all.

mod row;

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use crate::outputs::{Refusal, Values};
use crate::sheet::{Sheet, SheetTable};
use crate::{Axis, Mistake, Outline, OwnedDecision, TableError, TableReport, atoms, build};

pub use row::ReloadedRow;

/// The declaration of a table whose rows are read at run time.
pub trait Reload: 'static {
    /// What a row answers.
    type Output: 'static;

    /// The name of the table.
    const NAME: &'static str;

    /// Its columns and outputs.
    fn outline() -> Outline;

    /// What a row answers, of its outputs' values.
    ///
    /// # Errors
    ///
    /// The number of the output whose type does not have the value, and why.
    fn output(values: Values<'_>) -> Result<Self::Output, Refusal>;
}

/// The rows of such a table. A clone is the same rows; equal are those of equal texts.
pub struct Reloaded<T: Reload> {
    rows: Arc<Rows<T::Output>>,
}

struct Rows<O> {
    csv: String,
    decision: OwnedDecision,
    /// For each column, [`Axis::slots`].
    slots: Vec<Vec<u8>>,
    answers: Vec<Answer<O>>,
}

/// A row as it is told apart, and what it answers.
struct Answer<O> {
    text: String,
    /// How many rows of the same text stand before it.
    nth: usize,
    /// Where it stands in the text, from 1.
    line: usize,
    output: O,
}

/// A value that is looked up.
#[derive(Clone, Copy, Debug)]
pub enum Asked<'a> {
    /// In a column of truth values.
    Bool(bool),
    /// In a column of integers.
    Integer(i128),
    /// In a column of floating-point numbers.
    Float(f64),
    /// In a column of characters.
    Char(char),
    /// In a column of texts, or of constants that are told apart by their texts.
    Text(&'a str),
    /// In a column of variants, by its number among those that the column names.
    Variant(u32),
}

impl<T: Reload> Reloaded<T> {
    /// Reads and proves the first rows.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with them.
    pub fn from_csv(csv: &str) -> Result<Self, TableError> {
        Self::proved(csv).map(|(rows, _)| rows)
    }

    /// Reads rows that have been proved, as the compiler does with those that stand in the program.
    ///
    /// # Errors
    ///
    /// What is wrong with headers and cells.
    pub fn from_proved_csv(csv: &str) -> Result<Self, TableError> {
        let outline = T::outline();
        let read = Sheet::from_csv(csv).map_err(|mistake| vec![mistake]);
        let read = read.and_then(|sheet| outline.read(&sheet));
        let rows = read.and_then(|read| Self::answered(csv, &outline, &read, build(&read.table)));
        rows.map_err(refused::<T>)
    }

    /// Reads and proves rows that are to stand in the place of these, and tells what they change.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with them.
    pub fn reloaded(&self, csv: &str) -> Result<(Self, TableReport), TableError> {
        let (rows, warnings) = Self::proved(csv)?;
        // How often a text stands in these rows and not yet in the new ones.
        let mut before: BTreeMap<&str, usize> = BTreeMap::new();
        for answer in &self.rows.answers {
            *before.entry(&answer.text).or_default() += 1;
        }
        let mut kept = 0;
        for answer in &rows.rows.answers {
            let known = before.get_mut(answer.text.as_str());
            if let Some(count) = known.filter(|count| **count > 0) {
                *count -= 1;
                kept += 1;
            }
        }
        let report = TableReport {
            rows: rows.len(),
            kept,
            added: rows.len() - kept,
            removed: self.len() - kept,
            warnings,
        };
        Ok((rows, report))
    }

    fn proved(csv: &str) -> Result<(Self, Vec<Mistake>), TableError> {
        let outline = T::outline();
        let sheet = Sheet::from_csv(csv).map_err(|mistake| refused::<T>(vec![mistake]))?;
        let (read, decision, warnings) = outline.prove(&sheet).map_err(refused::<T>)?;
        let rows = Self::answered(csv, &outline, &read, decision).map_err(refused::<T>)?;
        Ok((rows, warnings))
    }

    /// The rows with what they answer.
    fn answered(
        csv: &str,
        outline: &Outline,
        read: &SheetTable,
        decision: OwnedDecision,
    ) -> Result<Self, Vec<Mistake>> {
        let mut texts: BTreeMap<String, usize> = BTreeMap::new();
        let mut answers = Vec::new();
        let mut mistakes = Vec::new();
        for ((row, values), line) in read.table.rows.iter().zip(&read.outputs).zip(&read.lines) {
            match T::output(values) {
                Ok(output) => {
                    let text = row.text();
                    let count = texts.entry(text.clone()).or_default();
                    let nth = *count;
                    *count += 1;
                    answers.push(Answer {
                        text,
                        nth,
                        line: *line,
                        output,
                    });
                }
                Err((at, message)) => mistakes.push(Mistake {
                    column: read.places.get(outline.columns.len() + at).copied(),
                    header: outline.outputs.get(at).map(|output| output.header.clone()),
                    ..Mistake::at_line(*line, message)
                }),
            }
        }
        if !mistakes.is_empty() {
            return Err(mistakes);
        }
        let slots = decision.axes.iter().map(Axis::slots).collect();
        let rows = Arc::new(Rows {
            csv: csv.into(),
            decision,
            slots,
            answers,
        });
        Ok(Self { rows })
    }

    /// The text that the rows were read from.
    #[must_use]
    pub fn csv(&self) -> &str {
        &self.rows.csv
    }

    /// How many rows there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.answers.len()
    }

    /// There are no rows, which no table that was read has.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A row by its number, from 0.
    #[must_use]
    pub fn get(&self, row: usize) -> Option<ReloadedRow<T>> {
        (row < self.len()).then(|| ReloadedRow {
            rows: Arc::clone(&self.rows),
            row,
        })
    }

    /// The first row that holds for a case: a value for each column.
    #[must_use]
    pub fn first(&self, case: &[Asked<'_>]) -> Option<ReloadedRow<T>> {
        let decision = self.rows.decision.decision();
        let row = self.with_atoms(case, |atoms| decision.first(atoms))?;
        Some(self.row(row))
    }

    /// Every row that holds for a case, in order; for a table that collects.
    #[must_use]
    pub fn all(&self, case: &[Asked<'_>]) -> Vec<ReloadedRow<T>> {
        let decision = self.rows.decision.decision();
        let rows: Vec<u32> = self.with_atoms(case, |atoms| decision.all(atoms).collect());
        rows.into_iter().map(|row| self.row(row)).collect()
    }

    fn row(&self, row: u32) -> ReloadedRow<T> {
        ReloadedRow {
            rows: Arc::clone(&self.rows),
            row: row as usize,
        }
    }

    fn with_atoms<R>(&self, case: &[Asked<'_>], look_up: impl FnOnce(&[u32]) -> R) -> R {
        // Most tables have few columns: no look-up of theirs allocates.
        const FEW: usize = 12;
        let axes = self.rows.decision.axes.iter().zip(&self.rows.slots);
        let atoms = axes
            .zip(case)
            .map(|((axis, slots), asked)| atom(axis, slots, *asked));
        if case.len() > FEW {
            return look_up(&atoms.collect::<Vec<_>>());
        }
        let mut few = [0; FEW];
        for (place, atom) in few.iter_mut().zip(atoms) {
            *place = atom;
        }
        look_up(&few[..case.len()])
    }
}

fn refused<T: Reload>(mistakes: Vec<Mistake>) -> TableError {
    TableError {
        table: T::NAME.into(),
        mistakes,
    }
}

/// The atom of a value of the axis's kind.
fn atom(axis: &Axis, slots: &[u8], asked: Asked<'_>) -> u32 {
    match (axis, asked) {
        (Axis::Bool, Asked::Bool(value)) => u32::from(value),
        (Axis::Variants(_), Asked::Variant(number)) => number,
        (Axis::Integers(cuts), Asked::Integer(value)) => atoms::ordered(cuts, value),
        (Axis::Floats(cuts) | Axis::Singles(cuts), Asked::Float(value)) => {
            atoms::float(cuts, value)
        }
        (Axis::Chars(cuts), Asked::Char(value)) => atoms::ordered(cuts, value),
        (Axis::Texts(texts), Asked::Text(value)) => atoms::text(texts, slots, value),
        (Axis::Others(texts), Asked::Text(value)) => atoms::text(texts, &[], value),
        (axis, asked) => unreachable!("{asked:?} is asked of {axis:?}"),
    }
}

impl<T: Reload> Clone for Reloaded<T> {
    fn clone(&self) -> Self {
        Self {
            rows: Arc::clone(&self.rows),
        }
    }
}

impl<T: Reload> PartialEq for Reloaded<T> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.rows, &other.rows) || self.csv() == other.csv()
    }
}

impl<T: Reload> Eq for Reloaded<T> {}

impl<T: Reload> fmt::Debug for Reloaded<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = if self.len() == 1 { "row" } else { "rows" };
        write!(f, "{} ({} {rows})", T::NAME, self.len())
    }
}

/// Saved as the text that the rows were read from.
#[cfg(feature = "serde")]
impl<T: Reload> serde::Serialize for Reloaded<T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.csv())
    }
}

/// Read and proved again: a saved session may meet a program whose columns are others.
#[cfg(feature = "serde")]
impl<'de, T: Reload> serde::Deserialize<'de> for Reloaded<T> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let csv: String = serde::Deserialize::deserialize(deserializer)?;
        Self::from_csv(&csv).map_err(serde::de::Error::custom)
    }
}
