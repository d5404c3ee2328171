//! Rows of text in columns, as tables of the command are printed.

use std::fmt::Write as _;

/// Rows under one another, a column as wide as it must be.
pub(super) fn written(rows: &[[String; 3]]) -> String {
    let width = |column: usize| {
        let lengths = rows.iter().map(|row| row[column].chars().count());
        lengths.max().unwrap_or_default()
    };
    let [first, second] = [0, 1].map(width);
    let mut out = String::new();
    for [one, other, last] in rows {
        _ = writeln!(out, "{one:first$}  {other:second$}  {last}");
    }
    out
}
