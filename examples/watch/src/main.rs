//! Watches a stream from the command line.
//!
//! This file reads the arguments; `feed` takes lines as they come or as they stand in a file, `output` writes what is found.

mod feed;
mod output;

use std::error::Error;
use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use clap::{Parser, Subcommand};

use feed::{Feed, Source};
use output::Output;

/// Mistakes.
const BAD: Style = AnsiColor::Red.on_default();

/// Reads log lines, an object of JSON each, and prints alarms: guessed passwords, sensors that are silent or become hot, jobs
/// without an answer. Lines come from standard input, and the clock is that on the wall.
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
    /// Go on where the last run with this file stopped, and keep there how far this one is
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
            _ = writeln!(anstream::stderr(), "{BAD}error{BAD:#}: {error}");
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
    for record in &stream.records {
        writeln!(stdout, "{}", serde_json::to_string(record)?)?;
    }
    stdout.flush()?;
    if let Some(path) = alarms {
        let named = |error| format!("{}: {error}", path.display());
        let mut file = BufWriter::new(File::create(path).map_err(named)?);
        for known in &stream.alarms {
            writeln!(file, "{}", serde_json::to_string(known)?)?;
        }
        file.flush().map_err(named)?;
    }
    Ok(())
}

/// Whether nobody reads what is printed any more.
fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    let error = error.downcast_ref::<io::Error>();
    error.is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}
