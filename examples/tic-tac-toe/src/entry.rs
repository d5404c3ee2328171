//! What a player types for a move: the number of a cell, and a mark where it is not plain whose move it is.

use std::error::Error;
use std::fmt;

use tic_tac_toe::model::{Grid, Mark};

/// A move as typed: `4`, `4x` or `4O`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The cell, counted row by row from 0. May be off the board: that is for the referee to say. A number
    /// above 255 stands as 255, which is off the board as well.
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
        if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(EntryError);
        }
        // Of digits alone only too great a number is none.
        let cell = number.parse().unwrap_or(u8::MAX);
        Ok(Entry { cell, mark })
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

/// A text that is no number, and no number and a mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct EntryError;

impl fmt::Display for EntryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a cell from 0 to 8 and a mark, such as `4x`")
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
        for text in ["255", "256", "99999999999999999999999999999999999999999"] {
            let entry = Entry::parse(text).expect("it has a cell");
            assert_eq!((entry.row(), entry.mark), (85, None), "{text}");
        }
    }

    #[test]
    fn what_has_no_cell_is_none() {
        for text in [
            "", "x", "o", "+4x", "-1x", "4z", "4xo", "x4", "4 x", "é", "٤x", "999z",
        ] {
            assert_eq!(Entry::parse(text), Err(EntryError), "{text}");
        }
    }
}
