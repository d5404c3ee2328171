//! The lines: three cells in a row, a column or a diagonal.

use std::fmt;

use super::{Mark, Move, letter};

/// Three cells, and what stands in them. A session has eight.
#[derive(Clone, PartialEq, Eq)]
pub struct Line {
    /// Row and column of each cell.
    pub cells: [(u8, u8); 3],
    /// What stands in each cell.
    pub marks: [Option<Mark>; 3],
}

impl Line {
    /// The eight lines of the board, empty: rows, columns, diagonals.
    #[must_use]
    pub fn all() -> [Line; 8] {
        [
            [(0, 0), (0, 1), (0, 2)],
            [(1, 0), (1, 1), (1, 2)],
            [(2, 0), (2, 1), (2, 2)],
            [(0, 0), (1, 0), (2, 0)],
            [(0, 1), (1, 1), (2, 1)],
            [(0, 2), (1, 2), (2, 2)],
            [(0, 0), (1, 1), (2, 2)],
            [(0, 2), (1, 1), (2, 0)],
        ]
        .map(|cells| Line {
            cells,
            marks: [None; 3],
        })
    }

    /// Row and column of each cell.
    #[must_use]
    pub fn cells(&self) -> [(u8, u8); 3] {
        self.cells
    }

    /// What stands in each cell.
    #[must_use]
    pub fn marks(&self) -> [Option<Mark>; 3] {
        self.marks
    }

    /// Draws the mark of a move. A move beside the line changes nothing.
    pub fn play(&mut self, played: &Move) {
        let cell = (played.row, played.column);
        if let Some(place) = self.cells.iter().position(|&other| other == cell) {
            self.marks[place] = Some(played.mark);
        }
    }

    /// Whether every cell holds a mark.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.marks.iter().all(Option::is_some)
    }

    /// Whose mark stands in all three cells.
    #[must_use]
    pub fn winner(&self) -> Option<Mark> {
        let [first, second, third] = self.marks;
        first.filter(|_| first == second && second == third)
    }

    /// Empties every cell.
    pub fn clear(&mut self) {
        self.marks = [None; 3];
    }
}

/// Row and column of the cells, and their marks: `Line(00 11 22: XO.)`.
impl fmt::Debug for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c] = self.cells.map(|(row, column)| format!("{row}{column}"));
        let marks: String = self.marks.map(letter).iter().collect();
        write!(f, "Line({a} {b} {c}: {marks})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_marks_the_lines_through_its_cell() {
        let through = |row, column| {
            let played = Move::new(Mark::X, row, column);
            let mut lines = Line::all();
            for line in &mut lines {
                line.play(&played);
            }
            let marked = lines
                .iter()
                .filter(|line| line.marks.contains(&Some(Mark::X)));
            marked.count()
        };
        assert_eq!(
            [through(0, 0), through(0, 1), through(1, 1), through(3, 0)],
            [3, 2, 4, 0]
        );
    }

    #[test]
    fn three_equal_marks_win_and_three_others_only_fill() {
        let [mut line, ..] = Line::all();
        for (column, mark) in [(0, Mark::O), (1, Mark::O)] {
            line.play(&Move::new(mark, 0, column));
            assert_eq!((line.is_full(), line.winner()), (false, None));
        }
        let mut mixed = line.clone();
        line.play(&Move::new(Mark::O, 0, 2));
        assert_eq!((line.is_full(), line.winner()), (true, Some(Mark::O)));
        mixed.play(&Move::new(Mark::X, 0, 2));
        assert_eq!((mixed.is_full(), mixed.winner()), (true, None));
        assert_eq!(format!("{mixed:?}"), "Line(00 01 02: OOX)");
    }
}
