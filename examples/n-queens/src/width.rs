//! How wide the terminal is.

use std::io::{self, IsTerminal};

/// How many characters a line of standard output has; none if it is no terminal. A terminal that does not say is taken
/// to have 80.
pub(crate) fn terminal_width() -> Option<usize> {
    let output = io::stdout();
    let size = terminal_size::terminal_size_of(&output);
    let said = size.map(|(terminal_size::Width(width), _)| usize::from(width));
    output.is_terminal().then(|| said.unwrap_or(80))
}
