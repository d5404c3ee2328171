//! A board as a grid of text.

use std::fmt;

use anstyle::{AnsiColor, Style};

/// A square board with queens on it.
///
/// Written with `{:#}`, queens are in bold, for a terminal that has styles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    /// The row of the queen in each column, as far as there is one.
    rows: Vec<u32>,
    size: u32,
    /// Whether the squares are framed.
    framed: bool,
}

impl Board {
    /// A board of this size; the queens stand in the first columns, on these rows. All count from 1.
    #[must_use]
    pub fn new(rows: &[u32], size: u32) -> Self {
        let rows = rows.to_vec();
        let framed = true;
        Self { rows, size, framed }
    }

    /// The same board, without frames if it would be wider with them than so many characters.
    #[must_use]
    pub fn within(mut self, width: usize) -> Self {
        self.framed = width > 4 * self.size as usize;
        self
    }

    fn has_queen(&self, row: u32, column: u32) -> bool {
        self.rows.get(column as usize) == Some(&row)
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let style = if f.alternate() {
            AnsiColor::Magenta.on_default().bold()
        } else {
            Style::new()
        };
        if !self.framed {
            for row in 1..=self.size {
                f.write_str(if row > 1 { "\n" } else { "" })?;
                for column in 0..self.size {
                    f.write_str(if column > 0 { " " } else { "" })?;
                    if self.has_queen(row, column) {
                        write!(f, "{style}Q{style:#}")?;
                    } else {
                        f.write_str(".")?;
                    }
                }
            }
            return Ok(());
        }
        let line = format!("+{}", "---+".repeat(self.size as usize));
        f.write_str(&line)?;
        for row in 1..=self.size {
            f.write_str("\n|")?;
            for column in 0..self.size {
                if self.has_queen(row, column) {
                    write!(f, " {style}Q{style:#} |")?;
                } else {
                    f.write_str("   |")?;
                }
            }
            write!(f, "\n{line}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_that_would_be_too_wide_has_no_frames() {
        let board = Board::new(&[2, 1], 3);
        let framed = "\
+---+---+---+
|   | Q |   |
+---+---+---+
| Q |   |   |
+---+---+---+
|   |   |   |
+---+---+---+";
        assert_eq!(board.clone().within(13).to_string(), framed);
        assert_eq!(board.within(12).to_string(), ". Q .\nQ . .\n. . .");
    }
}
