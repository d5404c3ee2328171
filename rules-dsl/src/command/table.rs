//! `rules table`: the decision tables of a ruleset as Markdown, a case for each row, and the rows that cases reach.

mod cases;

use std::fmt::Write as _;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use rules_tables::{
    Finding, Hit, Kind, Row, Table as Asked, Value, Witness, analyse, build, parse_cell,
};

use super::{Failure, Files, not_there, print, ruleset_of};
use crate::check::case;
use crate::hir::Table;
use crate::names::plain;
use crate::printer::spaced;

/// Show the decision tables of a ruleset, and what cases reach of them
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    files: Files,
    /// The table, where there are several
    #[arg(long, value_name = "NAME")]
    table: Option<String>,
    #[command(flatten)]
    shows: Shows,
}

#[derive(Debug, clap::Args)]
#[group(required = true, multiple = false)]
struct Shows {
    /// For each row a case that reaches it
    #[arg(long)]
    witnesses: bool,
    /// The tables in Markdown
    #[arg(long)]
    markdown: bool,
    /// Which rows the cases in a CSV or JSON file reach, and cases that reach the rest
    #[arg(long, value_name = "CASES")]
    cover: Option<PathBuf>,
}

/// Prints it; what is wrong with the ruleset, where something is. Cases that leave rows out are no success.
pub(super) fn table(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let Some(ruleset) = ruleset_of(&arguments.files.source()?) else {
        return Ok(ExitCode::FAILURE);
    };
    let is_meant = |table: &&Table| {
        let name = arguments.table.as_ref();
        name.is_none_or(|name| *name == plain(&table.name))
    };
    let tables: Vec<&Table> = ruleset.tables.iter().filter(is_meant).collect();
    if tables.is_empty() {
        return Err(no_table(&ruleset.tables, arguments.table.as_deref()));
    }
    let mut out = String::new();
    let mut is_covered = true;
    if let Some(path) = &arguments.shows.cover {
        let [table] = tables.as_slice() else {
            return Err("cases are those of one table: name it by `--table`".into());
        };
        is_covered = cover(table, path, &mut out)?;
    } else {
        for table in tables {
            if arguments.shows.markdown {
                markdown(table, &mut out);
            } else {
                let _ = writeln!(out, "{}", table.name);
                witnesses(table, |_| true, &mut out);
            }
        }
    }
    print(io::stdout(), &out)?;
    Ok(if is_covered {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Why there is nothing to show.
fn no_table(tables: &[Table], name: Option<&str>) -> Failure {
    let names: Vec<String> = tables.iter().map(|table| plain(&table.name)).collect();
    match name {
        Some(name) if !names.is_empty() => not_there("table", name, &names),
        _ => "the ruleset has no tables".into(),
    }
}

/// A line for each row that is meant: its number, and a case that reaches it.
fn witnesses(table: &Table, is_meant: impl Fn(usize) -> bool, out: &mut String) {
    for (place, row) in table.rows.iter().enumerate() {
        if !is_meant(place) {
            continue;
        }
        let shown = match witness(&table.asked, place) {
            Some(witness) => case(table, &witness),
            None => "no case".to_owned(),
        };
        let _ = writeln!(out, "  row {}: {}", row.number, shown.trim_matches('`'));
    }
}

/// A case that reaches a row and no earlier one, found as a gap: of the earlier rows, and of all that the row leaves out.
fn witness(table: &Asked, place: usize) -> Option<Witness> {
    let row = &table.rows[place];
    let mut rows: Vec<Row> = match table.hit {
        Hit::Collect => Vec::new(),
        Hit::Unique | Hit::First | Hit::Any => table.rows[..place].to_vec(),
    };
    for (column, cell) in row.cells.iter().enumerate() {
        if cell.is_any() {
            continue;
        }
        let others = match cell.text().strip_prefix("not ") {
            Some(these) => these.to_owned(),
            None => format!("not {}", cell.text()),
        };
        let kind = &table.columns[column].kind;
        // A cell that lets every value through leaves none out.
        let Ok(others) = parse_cell(kind, &others, rules_tables::Door::Sheet) else {
            continue;
        };
        let mut cells = vec![rules_tables::Cell::any(); table.columns.len()];
        cells[column] = others;
        rows.push(Row {
            cells,
            outputs: Vec::new(),
            otherwise: false,
        });
    }
    let asked = Asked {
        columns: table.columns.clone(),
        rows,
        hit: Hit::First,
        may_miss: false,
    };
    analyse(&asked)
        .into_iter()
        .find_map(|finding| match finding {
            Finding::Gap { witness } => Some(witness),
            _ => None,
        })
}

fn markdown(table: &Table, out: &mut String) {
    let outputs = table.outputs.iter().map(|output| format!("**{output}**"));
    let columns = table.columns.iter().map(|column| escaped(&column.text));
    let head: Vec<String> = columns.chain(outputs).collect();
    let _ = writeln!(out, "### {}\n", table.name);
    for doc in &table.docs {
        let _ = writeln!(out, "{doc}");
    }
    if !table.docs.is_empty() {
        out.push('\n');
    }
    let _ = writeln!(out, "| {} |", head.join(" | "));
    let _ = writeln!(out, "|{}", " --- |".repeat(head.len()));
    for (asked, row) in table.asked.rows.iter().zip(&table.rows) {
        let mut line: Vec<String> = if asked.otherwise {
            let mut cells = vec!["else".to_owned()];
            cells.resize(table.columns.len(), String::new());
            cells
        } else {
            let cells = asked.cells.iter();
            cells.map(|cell| escaped(&spaced(cell.text()))).collect()
        };
        line.extend(row.written.iter().map(|output| escaped(output)));
        let _ = writeln!(out, "| {} |", line.join(" | "));
    }
    out.push('\n');
}

fn escaped(text: &str) -> String {
    text.replace('|', "\\|")
}

/// Says of each case which rows it reaches, then which rows are left; whether none is.
fn cover(table: &Table, path: &std::path::Path, out: &mut String) -> Result<bool, Failure> {
    let built = build(&table.asked);
    let decision = built.decision();
    let mut reached = vec![false; table.rows.len()];
    for (number, values) in cases::read(table, path)?.into_iter().enumerate() {
        let atoms = built.axes.iter().zip(&values);
        let atoms: Option<Vec<u32>> = atoms.map(|(axis, value)| axis.atom_of(value)).collect();
        let atoms = atoms.unwrap_or_default();
        let rows: Vec<u32> = match table.asked.hit {
            Hit::Collect => decision.all(&atoms).collect(),
            Hit::Unique | Hit::First | Hit::Any => decision.first(&atoms).into_iter().collect(),
        };
        let mut names: Vec<String> = Vec::new();
        for row in rows {
            reached[row as usize] = true;
            names.push(format!("row {}", table.rows[row as usize].number));
        }
        let names = if names.is_empty() {
            "no row".to_owned()
        } else {
            names.join(", ")
        };
        let _ = writeln!(out, "case {}: {names}", number + 1);
    }
    let left = reached.iter().filter(|reached| !**reached).count();
    if left > 0 {
        let _ = writeln!(out, "{left} of {} rows are not reached:", reached.len());
        witnesses(table, |place| !reached[place], out);
    }
    Ok(left == 0)
}

/// A value of a kind, from a text.
fn value(kind: &Kind, written: &str) -> Option<Value> {
    let written = written.trim();
    let unquoted = written.trim_matches('"');
    Some(match kind {
        Kind::Bool => Value::Bool(written.to_lowercase().parse().ok()?),
        Kind::Integer { least, greatest } => {
            let value = written.replace('_', "").parse().ok()?;
            Value::Integer(Some(value).filter(|value| (*least..=*greatest).contains(value))?)
        }
        Kind::Float => Value::Float(written.parse().ok()?),
        Kind::Single => Value::Single(written.parse().ok()?),
        Kind::Char => Value::Char(written.trim_matches('\'').parse().ok()?),
        Kind::Text => Value::Text(unquoted.to_owned()),
        Kind::Variants(variants) => {
            let name = written.rsplit("::").next().unwrap_or(written);
            Value::Named(variants.iter().find(|variant| *variant == name)?.clone())
        }
        Kind::Other => Value::Named(written.to_owned()),
    })
}
