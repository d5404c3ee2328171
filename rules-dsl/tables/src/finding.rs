//! What the analysis finds, and the cases that show it.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

/// Something that the analysis found. Rows and columns are numbered from 0.
#[derive(Clone, Debug, PartialEq)]
pub enum Finding {
    /// No row holds for a case, and the table may not miss.
    Gap {
        /// The case.
        witness: Witness,
    },
    /// Two rows of a `unique` table hold for one case.
    Overlap {
        /// The row that stands first.
        earlier: usize,
        /// The row that stands later.
        later: usize,
        /// The case.
        witness: Witness,
    },
    /// Two rows of an `any` table hold for one case and have other outputs.
    Differ {
        /// The row that stands first.
        earlier: usize,
        /// The row that stands later.
        later: usize,
        /// The case.
        witness: Witness,
    },
    /// Whether there is a gap could not be told in reasonable time: too many rows overlap in too many columns. An
    /// `else` row settles it.
    Unproved,
    /// A row never decides: earlier rows hold in all its cases.
    Unreachable {
        /// The row.
        row: usize,
        /// Earlier rows that together hold in its cases, in order; none for an `else` row, for which all do.
        by: Vec<usize>,
    },
    /// Rows that differ in one column alone and have the same outputs could be one.
    Mergeable {
        /// The rows, in order; two or more.
        rows: Vec<usize>,
        /// The column in which they differ.
        column: usize,
    },
}

/// A case: a value for each column.
#[derive(Clone, Debug, PartialEq)]
pub struct Witness(pub Vec<Value>);

impl fmt::Display for Witness {
    /// The values as Rust expressions, with commas between them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, value) in self.0.iter().enumerate() {
            write!(f, "{}{value}", if at == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

/// A value of a column.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// `false` or `true`.
    Bool(bool),
    /// An integer.
    Integer(i128),
    /// A floating-point number.
    Float(f64),
    /// A floating-point number of `f32`.
    Single(f32),
    /// A character.
    Char(char),
    /// A text.
    Text(String),
    /// A variant, or a constant as written.
    Named(String),
    /// A value that is none of these constants.
    OtherThan(Vec<String>),
}

impl Value {
    /// The value as a Rust expression; of a value that has no name, a comment that says so in an expression's place.
    #[must_use]
    pub fn to_rust(&self) -> String {
        match self {
            Self::Bool(value) => value.to_string(),
            Self::Integer(value) => value.to_string(),
            Self::Float(value) if value.is_nan() => "f64::NAN".to_string(),
            Self::Float(value) if value.is_infinite() => {
                format!("f64::{}INFINITY", if *value < 0.0 { "NEG_" } else { "" })
            }
            Self::Float(value) => format!("{value:?}"),
            Self::Single(value) if value.is_nan() => "f32::NAN".to_string(),
            Self::Single(value) if value.is_infinite() => {
                format!("f32::{}INFINITY", if *value < 0.0 { "NEG_" } else { "" })
            }
            Self::Single(value) => format!("{value:?}"),
            Self::Char(value) => format!("{value:?}"),
            Self::Text(value) => format!("{value:?}"),
            Self::Named(name) => name.clone(),
            Self::OtherThan(names) if names.is_empty() => "/* any value */".to_string(),
            Self::OtherThan(names) => format!("/* none of {} */", names.join(", ")),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_rust())
    }
}
