//! The grid: three rows of three cells.

use std::fmt;

use super::{Mark, letter};

/// The board. A session has one.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct Grid {
    cells: [[Option<Mark>; 3]; 3],
}

impl Grid {
    /// How many rows there are, and how many columns.
    pub const SIZE: u8 = 3;

    /// Whether a cell is on the board; rows and columns count from 0.
    #[must_use]
    pub fn contains(row: u8, column: u8) -> bool {
        row < Self::SIZE && column < Self::SIZE
    }

    /// What stands in a cell; `None` in an empty one, and off the board.
    #[must_use]
    pub fn cell(&self, row: u8, column: u8) -> Option<Mark> {
        *self.cells.get(usize::from(row))?.get(usize::from(column))?
    }

    /// Whether a cell is on the board and empty.
    #[must_use]
    pub fn is_free(&self, row: u8, column: u8) -> bool {
        Self::contains(row, column) && self.cell(row, column).is_none()
    }

    /// Whether a cell holds a mark.
    #[must_use]
    pub fn is_taken(&self, row: u8, column: u8) -> bool {
        self.cell(row, column).is_some()
    }

    /// Whose turn it is: X begins, and then they alternate.
    #[must_use]
    pub fn turn(&self) -> Mark {
        let taken = self.cells.iter().flatten().flatten().count();
        if taken.is_multiple_of(2) {
            Mark::X
        } else {
            Mark::O
        }
    }

    /// Draws a mark.
    ///
    /// # Panics
    ///
    /// Panics if the cell is off the board.
    pub fn set(&mut self, row: u8, column: u8, mark: Mark) {
        self.cells[usize::from(row)][usize::from(column)] = Some(mark);
    }

    /// Empties every cell.
    pub fn clear(&mut self) {
        *self = Grid::default();
    }
}

/// Row by row: `Grid(X.. .O. ...)`.
impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c] = self
            .cells
            .map(|row| row.map(letter).iter().collect::<String>());
        write!(f, "Grid({a} {b} {c})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_off_the_board_is_neither_free_nor_taken() {
        let grid = Grid::default();
        for (row, column) in [(3, 0), (0, 3), (255, 255)] {
            assert!(!Grid::contains(row, column));
            assert!(!grid.is_free(row, column));
            assert!(!grid.is_taken(row, column));
            assert_eq!(grid.cell(row, column), None);
        }
    }

    #[test]
    fn the_turn_passes_with_every_mark() {
        let mut grid = Grid::default();
        assert_eq!(grid.turn(), Mark::X);
        grid.set(1, 1, Mark::X);
        assert_eq!(grid.turn(), Mark::O);
        grid.set(0, 2, Mark::O);
        assert_eq!(grid.turn(), Mark::X);
        assert_eq!(format!("{grid:?}"), "Grid(..O .X. ...)");
    }
}
