//! `rules coverage`: what the tests of a program have shown of its rules, from the files that its processes wrote.

mod html;
mod lcov;
mod lines;
mod seen;
mod text;

use std::fs;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use super::{Failure, print};
use seen::Seen;

/// Show which rules tests fired, which conditions they showed true and false, and which rows of tables held
///
/// The files in the directory are written by test processes with the feature `coverage` of `rules-runtime`:
/// `RULES_COVERAGE=$PWD/target/rules-coverage cargo test`. Empty the directory before tests run again.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The directory that `RULES_COVERAGE` named
    #[arg(value_name = "DIR")]
    directory: PathBuf,
    /// Write LCOV, which editors and CI show on the lines of the rules
    #[arg(long, conflicts_with = "html")]
    lcov: bool,
    /// Write one page of HTML, with the text of the rules
    #[arg(long)]
    html: bool,
    /// Write to a file
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Prints it.
pub(super) fn coverage(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let seen = Seen::read(&arguments.directory)?;
    let shown = if arguments.lcov {
        lcov::lcov(&seen)
    } else if arguments.html {
        html::html(&seen)
    } else {
        text::text(&seen)
    };
    match &arguments.output {
        None => print(io::stdout(), &shown)?,
        Some(path) => fs::write(path, shown)
            .map_err(|error| format!("cannot write `{}`: {error}", path.display()))?,
    }
    Ok(ExitCode::SUCCESS)
}
