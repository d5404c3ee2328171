//! Lists, a line an item; on a terminal a long one is set in columns.

use std::io::{self, Write};

use anstyle::Style;

use crate::width::terminal_width;

/// How many items stand one below the other on a terminal.
const LINES: usize = 16;

/// Writes the items, one below the other if they are few or nobody looks.
pub(crate) fn write_list(items: &[(Style, String)], output: &mut impl Write) -> io::Result<()> {
    let across = terminal_width().map_or(1, |width| columns(items, width));
    write_columns(items, across, output)
}

/// In how many columns a terminal of this width shows them.
fn columns(items: &[(Style, String)], width: usize) -> usize {
    let widest = items.iter().map(|(_, text)| text.chars().count()).max();
    match widest {
        Some(widest) if items.len() > LINES => ((width + 2) / (widest + 2)).max(1),
        _ => 1,
    }
}

/// Writes them from the top down, column by column.
fn write_columns(
    items: &[(Style, String)],
    across: usize,
    output: &mut impl Write,
) -> io::Result<()> {
    let widest = items.iter().map(|(_, text)| text.chars().count()).max();
    let down = items.len().div_ceil(across);
    for line in 0..down {
        let mut row = items.iter().skip(line).step_by(down).peekable();
        while let Some((style, text)) = row.next() {
            write!(output, "{style}{text}{style:#}")?;
            if row.peek().is_some() {
                let gap = widest.unwrap_or(0) + 2 - text.chars().count();
                write!(output, "{:gap$}", "")?;
            }
        }
        writeln!(output)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(queens: usize) -> Vec<(Style, String)> {
        let text = |queen| format!("queen {queen} is placed on row 1");
        (1..=queens)
            .map(|queen| (Style::new(), text(queen)))
            .collect()
    }

    #[test]
    fn a_long_list_is_set_in_columns_as_wide_as_a_terminal() {
        assert_eq!(columns(&list(8), 80), 1);
        for (width, across) in [(20, 1), (55, 1), (56, 2), (80, 2), (84, 2), (85, 3)] {
            assert_eq!(columns(&list(20), width), across, "{width}");
        }
        let mut output = Vec::new();
        write_columns(&list(20), 2, &mut output).expect("there is room");
        let output = String::from_utf8(output).expect("UTF-8");
        let lines: Vec<_> = output.lines().collect();
        assert_eq!(lines.len(), 10);
        assert_eq!(
            lines[0],
            "queen 1 is placed on row 1   queen 11 is placed on row 1"
        );
        assert_eq!(
            lines[9],
            "queen 10 is placed on row 1  queen 20 is placed on row 1"
        );
    }

    #[test]
    fn an_odd_list_ends_in_the_last_column() {
        let mut output = Vec::new();
        write_columns(&list(3), 2, &mut output).expect("there is room");
        let output = String::from_utf8(output).expect("UTF-8");
        assert_eq!(
            output,
            "queen 1 is placed on row 1  queen 3 is placed on row 1\nqueen 2 is placed on row 1\n"
        );
        let mut nothing = Vec::new();
        write_columns(&[], 1, &mut nothing).expect("there is room");
        assert_eq!(nothing, b"");
    }
}
