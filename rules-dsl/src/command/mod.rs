//! The command `rules`: what it takes, and what its exit codes say.
//!
//! Each subcommand has its file. None of this is part of a build: it stands behind the feature `cli`.

mod check;
mod fmt;
mod message;
mod sources;

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Check, format, draw and expand `.rules` files.
#[derive(Debug, Parser)]
#[command(name = "rules", version, max_term_width = 100, after_help = EXIT_CODES)]
struct Arguments {
    #[command(subcommand)]
    subcommand: Command,
}

/// What every subcommand's exit code says.
const EXIT_CODES: &str = "\
Exit codes:
  0    all is well
  1    a file cannot be read or written, does not compile, or is not formatted
  2    the arguments are wrong
  101  `check`: Cargo's own, where the package does not build";

#[derive(Debug, Subcommand)]
enum Command {
    Check(check::Arguments),
    Fmt(fmt::Arguments),
}

/// What a subcommand did not get done, to be told in one line.
type Failure = Box<dyn std::error::Error>;

/// The text of a file.
fn read(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path)
        .map_err(|error| format!("cannot read `{}`: {error}", path.display()).into())
}

/// Runs the command on the arguments of the process.
#[must_use]
pub fn run() -> ExitCode {
    let done = match Arguments::parse().subcommand {
        Command::Check(arguments) => check::check(&arguments),
        Command::Fmt(arguments) => fmt::fmt(&arguments),
    };
    done.unwrap_or_else(|failure| {
        anstream::eprintln!("error: {failure}");
        ExitCode::FAILURE
    })
}
