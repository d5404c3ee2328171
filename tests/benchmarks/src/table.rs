//! A comparison as a table for the terminal.

use comfy_table::presets::ASCII_MARKDOWN;
use comfy_table::{CellAlignment, Table};

use crate::compare::{Comparison, Row};
use crate::statistics::Spread;

/// An operation of which a figure is told, with its article.
pub(crate) fn each(operation: &str) -> String {
    let article = if operation.starts_with(['a', 'e', 'i', 'o', 'u']) {
        "an"
    } else {
        "a"
    };
    format!("{article} {operation}")
}

/// The table of a comparison.
pub(crate) fn table(comparison: &Comparison) -> Table {
    let mut table = Table::new();
    let time = match comparison.per {
        Some(operation) => format!("time {}", each(operation)),
        None => "time".to_owned(),
    };
    table.load_preset(ASCII_MARKDOWN).set_header([
        comparison.size,
        "contender",
        &time,
        "× ours (least–most)",
        "memory",
        "firings",
        "rounds",
    ]);
    for row in &comparison.rows {
        table.add_row(cells(row));
    }
    align_right(&mut table, [0, 2, 3, 4, 5, 6]);
    table
}

/// Puts what stands in some columns to the right: numbers.
pub(crate) fn align_right(table: &mut Table, columns: impl IntoIterator<Item = usize>) {
    for column in columns {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
}

fn cells(row: &Row) -> [String; 7] {
    [
        row.size.to_string(),
        row.contender.to_owned(),
        time(row.seconds.median),
        row.ratio.map_or(String::new(), ratio),
        memory(row.memory),
        row.firings
            .map_or(String::new(), |firings| firings.to_string()),
        row.rounds.len().to_string(),
    ]
}

/// A time with three digits and the unit that suits it.
pub(crate) fn time(seconds: f64) -> String {
    let (value, unit) = match seconds {
        1.0.. => (seconds, "s"),
        1e-3.. => (seconds * 1e3, "ms"),
        1e-6.. => (seconds * 1e6, "µs"),
        _ => (seconds * 1e9, "ns"),
    };
    format!("{} {unit}", digits(value))
}

fn ratio(ratio: Spread) -> String {
    let [median, least, most] = [ratio.median, ratio.least, ratio.most].map(times);
    format!("{median} ({least}–{most})")
}

/// A factor; below one, what it divides by.
pub(crate) fn times(factor: f64) -> String {
    if factor < 1.0 {
        format!("1/{}", digits(1.0 / factor))
    } else {
        digits(factor)
    }
}

fn memory(bytes: f64) -> String {
    format!("{} MB", digits(bytes / 1e6))
}

/// A positive number with three significant digits.
fn digits(value: f64) -> String {
    match value {
        100.0.. => format!("{value:.0}"),
        10.0.. => format!("{value:.1}"),
        1.0.. => format!("{value:.2}"),
        _ => format!("{value:.3}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{time, times};

    #[test]
    fn a_time_is_in_the_unit_that_suits_it() {
        let times = [2.5, 0.013, 55e-9, 1.25e-6].map(time);
        assert_eq!(times, ["2.50 s", "13.0 ms", "55.0 ns", "1.25 µs"]);
    }

    #[test]
    fn a_factor_below_one_is_said_by_what_it_divides_by() {
        assert_eq!([0.004, 20.0].map(times), ["1/250", "20.0"]);
    }
}
