//! What a player types for a move: the number of a cell, and a mark where it is not plain whose move it is.

use std::error::Error;
use std::fmt;
use std::num::IntErrorKind;

use tic_tac_toe::model::{Grid, Mark};

/// A move as typed: `4`, `4x` or `4O`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The cell, counted row by row from 0. May be off the board: that is for the referee to say.
    pub(crate) cell: u8,
    /// The mark, if one was typed.
    pub(crate) mark: Option<Mark>,
}

impl Entry {
    /// Reads a move.
    pub(crate) fn parse(text: &str) -> Result<Self, EntryError> {
        let (number, mark) = match text.strip_suffix(['x', 'X']) {
            Some(number) => (number, Some(Mark::X)),
            None => match text.strip_suffix(['o', 'O']) {
                Some(number) => (number, Some(Mark::O)),
                None => (text, None),
            },
        };
        // `parse` would take a sign.
        if !number.starts_with(|first: char| first.is_ascii_digit()) {
            return Err(EntryError::NoCell);
        }
        match number.parse() {
            Ok(cell) => Ok(Entry { cell, mark }),
            Err(error) if *error.kind() == IntErrorKind::PosOverflow => Err(EntryError::FarOff),
            Err(_) => Err(EntryError::NoCell),
        }
    }

    /// The row of the cell, from 0.
    pub(crate) fn row(self) -> u8 {
        self.cell / Grid::SIZE
    }

    /// The column of the cell, from 0.
    pub(crate) fn column(self) -> u8 {
        self.cell % Grid::SIZE
    }
}

/// Why a text is no move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EntryError {
    /// It is no number, or no number and a mark.
    NoCell,
    /// The number is greater than any cell could be.
    FarOff,
}

impl fmt::Display for EntryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EntryError::NoCell => "expected a cell from 0 to 8 and a mark, such as `4x`",
            EntryError::FarOff => "the cells are numbered 0 to 8",
        })
    }
}

impl Error for EntryError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_may_have_a_mark_of_either_case() {
        let entry = |cell, mark| Ok(Entry { cell, mark });
        assert_eq!(Entry::parse("4"), entry(4, None));
        assert_eq!(Entry::parse("0x"), entry(0, Some(Mark::X)));
        assert_eq!(Entry::parse("8O"), entry(8, Some(Mark::O)));
    }

    #[test]
    fn a_cell_off_the_board_is_still_an_entry() {
        let entry = Entry::parse("9x").expect("it has a cell and a mark");
        assert_eq!((entry.row(), entry.column()), (3, 0));
    }

    #[test]
    fn what_has_no_cell_is_none() {
        for text in [
            "", "x", "o", "+4x", "-1x", "4z", "4xo", "x4", "4 x", "é", "٤x",
        ] {
            assert_eq!(Entry::parse(text), Err(EntryError::NoCell), "{text}");
        }
        assert_eq!(Entry::parse("256x"), Err(EntryError::FarOff));
    }
}
