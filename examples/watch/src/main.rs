//! Watches a stream from the command line.
//!
//! This file reads the arguments; `feed` takes lines as they come or as they stand in a file (`lines`), `output` writes what
//! is found, and `state` keeps how far a run is, under a `lock`.

mod feed;
mod lines;
mod lock;
mod output;
mod state;

use std::error::Error;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use clap::{Parser, Subcommand};
use serde::Serialize;
use streams::errors::{is_broken_pipe, named};
use streams::typed::Shown;

use feed::{Feed, Source};
use output::Output;

/// What output is called in messages.
const STDOUT: &str = "standard output";

/// Mistakes.
const BAD: Style = AnsiColor::Red.on_default();

/// Reads log lines, an object of JSON each, and prints alarms: guessed passwords, sensors that are silent or become hot, jobs
/// without an answer. Lines come from standard input, and the clock is that on the wall. A line has at most 65,536 bytes.
#[derive(Parser)]
#[command(version, max_term_width = 80, args_conflicts_with_subcommands = true)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// Read this file, as fast as it goes: the clock is that of the events
    #[arg(long, value_name = "FILE")]
    replay: Option<PathBuf>,
    /// Print a table for people at the end, in place of a line for each alarm
    #[arg(long)]
    summary: bool,
    /// Go on where the last run with this file stopped, and keep there how far this one is. A last line of a replayed
    /// file without a line break is not read yet: the next run reads it once it has one
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Command {
    /// Print a stream with known alarms in it: in each hour one of each kind
    Generate {
        /// Another seed gives another stream
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// How long it is
        #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=8_000))]
        hours: u32,
        /// Write there which alarms must be found
        #[arg(long, value_name = "FILE")]
        alarms: Option<PathBuf>,
    },
}

fn main() -> ExitCode {
    match run(Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_broken_pipe(&*error) => ExitCode::SUCCESS,
        Err(error) => {
            // Standard error is the last place to write to: a failure there can be told to nobody.
            let error = error.to_string();
            _ = writeln!(anstream::stderr(), "{BAD}error{BAD:#}: {}", Shown(&error));
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: Arguments) -> Result<(), Box<dyn Error>> {
    let stdout = BufWriter::new(io::stdout().lock());
    if let Some(Command::Generate {
        seed,
        hours,
        alarms,
    }) = arguments.command
    {
        return generate(seed, hours, alarms.as_deref(), stdout);
    }
    let output = if arguments.summary {
        Output::table()
    } else {
        Output::lines(stdout)
    };
    let source = match &arguments.replay {
        Some(path) => Source::file(path)?,
        None => Source::stdin(),
    };
    Feed::new(arguments.state, output)?.read(source)
}

/// Writes a stream, and what must be found in it.
fn generate(
    seed: u64,
    hours: u32,
    alarms: Option<&Path>,
    mut stdout: impl Write,
) -> Result<(), Box<dyn Error>> {
    let stream = watch::generate::generate(seed, hours);
    write_lines(&stream.records, &mut stdout).map_err(named(STDOUT))?;
    if let Some(path) = alarms {
        let at = || named(path.display());
        let file = File::create(path).map_err(at())?;
        write_lines(&stream.alarms, &mut BufWriter::new(file)).map_err(at())?;
    }
    Ok(())
}

/// Writes values, each as a line of JSON.
fn write_lines(values: &[impl Serialize], to: &mut impl Write) -> io::Result<()> {
    for value in values {
        serde_json::to_writer(&mut *to, value)?;
        writeln!(to)?;
    }
    to.flush()
}
