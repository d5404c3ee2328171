//! A solution: queens of which none can take another.

use std::fmt;

use crate::board::Board;

/// The row of each queen, in the order of the queens. Queens, columns and rows count from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution {
    rows: Vec<u32>,
}

impl Solution {
    /// Queens on these rows.
    #[must_use]
    pub fn new(rows: Vec<u32>) -> Self {
        Solution { rows }
    }

    /// The row of each queen.
    #[must_use]
    pub fn rows(&self) -> &[u32] {
        &self.rows
    }

    /// The board as a grid of text, `Q` for a queen.
    #[must_use]
    pub fn board(&self) -> Board {
        Board::new(&self.rows, self.rows.len() as u32)
    }
}

/// A line for each queen: `queen 1 is placed on row 5`.
impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (queen, row) in (1..).zip(&self.rows) {
            if queen > 1 {
                writeln!(f)?;
            }
            write!(f, "queen {queen} is placed on row {row}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solution_is_written_as_placements_and_as_a_board() {
        let solution = Solution::new(vec![2, 4, 1, 3]);
        assert_eq!(
            solution.to_string(),
            "queen 1 is placed on row 2\nqueen 2 is placed on row 4\n\
             queen 3 is placed on row 1\nqueen 4 is placed on row 3"
        );
        assert_eq!(
            solution.board().to_string(),
            "+---+---+---+---+\n|   |   | Q |   |\n\
             +---+---+---+---+\n| Q |   |   |   |\n\
             +---+---+---+---+\n|   |   |   | Q |\n\
             +---+---+---+---+\n|   | Q |   |   |\n\
             +---+---+---+---+"
        );
    }
}
