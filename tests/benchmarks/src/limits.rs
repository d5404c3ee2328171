//! What a work costs beside a contender of plain Rust, counted: instructions and cache misses, which come out alike on every
//! machine of one kind, however busy it is. `LIMITS.md` says what the differences are spent on.
//!
//! Counted by callgrind, within `Run::time` alone.

use std::error::Error;
use std::process::Command;
use std::{env, fs, io};

use comfy_table::Table;
use comfy_table::presets::ASCII_MARKDOWN;

use crate::table::align_right;
use crate::target_directory;
use crate::work::{Contender, Program, Work};

/// What callgrind has counted of one run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Counts {
    instructions: u64,
    /// Reads and writes that the first cache did not hold.
    first: u64,
    /// Those that the last one did not hold, either.
    last: u64,
}

/// A table of the works, each at a size: its least, if none is given.
///
/// # Errors
///
/// Where valgrind is not there, or a contender fails.
pub(crate) fn table(works: &[&Work], size: Option<u32>) -> Result<Table, Box<dyn Error>> {
    let mut table = Table::new();
    table.load_preset(ASCII_MARKDOWN).set_header([
        "work",
        "size",
        "contender",
        "million instructions",
        "ours / theirs",
        "thousand first-level misses",
        "thousand last-level misses",
    ]);
    for work in works {
        let size = size.unwrap_or(work.sizes[0]);
        let mut ours = None;
        for contender in work.contenders {
            let command = match contender.program {
                Program::Rust(_) => once(work, contender, size)?,
                // Ours, built for the work: it has the same `Run`.
                Program::Other(command) if ours.is_none() => command(size)?,
                Program::Other(_) => continue,
            };
            let counts = count(&command)
                .map_err(|error| format!("{}, {}: {error}", work.name, contender.name))?;
            let ours = *ours.get_or_insert(counts);
            table.add_row(cells(work, size, contender, counts, ours));
        }
    }
    align_right(&mut table, [1, 3, 4, 5, 6]);
    Ok(table)
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a count has fewer digits than are shown of it"
)]
fn cells(
    work: &Work,
    size: u32,
    contender: &Contender,
    counts: Counts,
    ours: Counts,
) -> [String; 7] {
    let ratio = ours.instructions as f64 / counts.instructions.max(1) as f64;
    [
        work.name.to_owned(),
        size.to_string(),
        contender.name.to_owned(),
        format!("{:.2}", counts.instructions as f64 / 1e6),
        format!("{ratio:.1}"),
        format!("{:.1}", counts.first as f64 / 1e3),
        format!("{:.1}", counts.last as f64 / 1e3),
    ]
}

/// The command that runs a contender of this program.
fn once(work: &Work, contender: &Contender, size: u32) -> io::Result<Command> {
    let mut command = Command::new(env::current_exe()?);
    command.args(["measure", work.name, contender.name]);
    command.arg(size.to_string());
    Ok(command)
}

/// Counts one run of a contender's program.
fn count(program: &Command) -> Result<Counts, Box<dyn Error>> {
    let directory = target_directory().join("benchmarks");
    fs::create_dir_all(&directory)?;
    let out = directory.join("callgrind.out");
    let output = Command::new("valgrind")
        .args([
            "--tool=callgrind",
            "--cache-sim=yes",
            "--collect-atstart=no",
        ])
        .arg("--toggle-collect=*::measure::Run::time*")
        .arg(format!("--callgrind-out-file={}", out.display()))
        .arg(program.get_program())
        .args(program.get_args())
        .arg("--once")
        .output()
        .map_err(|error| format!("cannot run `valgrind`: {error}"))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(said.into());
    }
    let text = fs::read_to_string(&out)?;
    let counts = counts(&text).ok_or_else(|| format!("`{}` has no totals", out.display()))?;
    Ok(counts)
}

/// Reads the totals of callgrind's file.
fn counts(text: &str) -> Option<Counts> {
    let of = |line: &str| text.lines().find_map(|text| text.strip_prefix(line));
    let names: Vec<&str> = of("events:")?.split_whitespace().collect();
    let totals: Vec<u64> = of("totals:")
        .or_else(|| of("summary:"))?
        .split_whitespace()
        .map_while(|number| number.parse().ok())
        .collect();
    let sum = |wanted: &[&str]| {
        let counted = names.iter().zip(&totals);
        let counted = counted.filter(|(name, _)| wanted.contains(name));
        counted.map(|(_, total)| total).sum()
    };
    Some(Counts {
        instructions: sum(&["Ir"]),
        first: sum(&["D1mr", "D1mw"]),
        last: sum(&["DLmr", "DLmw"]),
    })
}

#[cfg(test)]
mod tests {
    use super::{Counts, counts};

    #[test]
    fn totals_are_found_by_their_names() {
        let text = "version: 1\nevents: Ir Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw\n\n\
                    totals: 100 9 9 1 20 3 1 4 2\n";
        let expected = Counts {
            instructions: 100,
            first: 23,
            last: 6,
        };
        assert_eq!(counts(text), Some(expected));
        assert_eq!(counts("events: Ir\n"), None);
    }
}
