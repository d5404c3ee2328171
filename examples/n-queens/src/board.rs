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
}

impl Board {
    /// A board of this size; the queens stand in the first columns, on these rows. All count from 1.
    #[must_use]
    pub fn new(rows: &[u32], size: u32) -> Self {
        let rows = rows.to_vec();
        Self { rows, size }
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let style = if f.alternate() {
            AnsiColor::Magenta.on_default().bold()
        } else {
            Style::new()
        };
        let line = format!("+{}", "---+".repeat(self.size as usize));
        f.write_str(&line)?;
        for row in 1..=self.size {
            f.write_str("\n|")?;
            for column in 0..self.size as usize {
                let is_here = self.rows.get(column) == Some(&row);
                if is_here {
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
