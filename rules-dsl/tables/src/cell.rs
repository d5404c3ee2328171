//! Cells: sets of a column's values, all of them in one of two forms.
//!
//! Values that have an order are numbered ([`crate::number`]), so that one form, ranges of numbers, serves `bool`,
//! integers, floating-point numbers, characters and variants. What is told apart by text is a set of texts or all
//! others.

use alloc::string::String;
use alloc::vec::Vec;

/// The values that a cell lets through, and how it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    pub(crate) set: Set,
    text: String,
}

/// A set of values of one column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Set {
    /// Every value.
    All,
    /// Numbers in ranges of which both ends are in: in order, apart, and none empty.
    Ranges(Vec<(i128, i128)>),
    /// These texts, sorted; or, with `except`, all others.
    Texts { texts: Vec<String>, except: bool },
}

impl Cell {
    pub(crate) fn new(set: Set, text: &str) -> Self {
        Self {
            set,
            text: text.into(),
        }
    }

    /// The cell `-`, which lets every value through.
    #[must_use]
    pub fn any() -> Self {
        Self::new(Set::All, "-")
    }

    /// The cell as written, without the white space around it.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The cell lets every value through.
    #[must_use]
    pub fn is_any(&self) -> bool {
        self.set == Set::All
    }
}
