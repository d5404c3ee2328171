//! Asks a map for routes, and a register for rights, from the command line.
//!
//! This file reads the arguments and the commands; what is printed of routes is in `tour`, of rights in `desk`.

mod desk;
mod tour;

use std::error::Error;
use std::fs;
use std::io::{self, BufRead as _, ErrorKind, IsTerminal as _, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use clap::{Parser, Subcommand};
use routes::map::Map;
use routes::rights::Register;

use desk::Desk;
use tour::Tour;

/// Titles.
const BOLD: Style = Style::new().bold();
/// What matters less.
const FAINT: Style = Style::new().dimmed();
/// What is there, or better than before.
const GOOD: Style = AnsiColor::Green.on_default();
/// What is not there, or worse than before.
const BAD: Style = AnsiColor::Red.on_default();

/// Finds the shortest route on a map, and another when roads are closed and opened. Commands come from standard input:
/// `help` lists them.
#[derive(Parser)]
#[command(version, max_term_width = 80, args_conflicts_with_subcommands = true)]
#[command(subcommand_negates_reqs = true)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// The map
    #[arg(long, value_name = "FILE", required = true)]
    map: Option<PathBuf>,
    /// The town where the journey begins
    #[arg(long, value_name = "TOWN", required = true)]
    from: Option<String>,
    /// The town where it ends
    #[arg(long, value_name = "TOWN", required = true)]
    to: Option<String>,
    /// Draw the map and the route, again after each command
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Command {
    /// Say who may read which document, while rights are given and revoked by commands
    Rights {
        /// The groups, grants and delegations to begin with
        file: PathBuf,
    },
}

/// What takes commands.
trait Console {
    /// Does what a command says.
    fn command(&mut self, words: &[&str], output: &mut dyn Write) -> Result<(), Box<dyn Error>>;
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
    let mut output = anstream::stdout();
    let Arguments {
        command,
        map,
        from,
        to,
        svg,
    } = arguments;
    if let Some(Command::Rights { file }) = command {
        let register = read(&file, Register::parse)?;
        return take_commands(&mut Desk::new(register), &mut output);
    }
    let map = read(&map.unwrap_or_default(), Map::parse)?;
    let (from, to) = (from.unwrap_or_default(), to.unwrap_or_default());
    let mut tour = Tour::new(map, &from, &to, svg)?;
    tour.show(&mut output)?;
    take_commands(&mut tour, &mut output)
}

/// Takes commands from standard input until it ends, or one says so.
fn take_commands(
    console: &mut impl Console,
    output: &mut impl Write,
) -> Result<(), Box<dyn Error>> {
    let is_asked = io::stdin().is_terminal();
    let mut lines = io::stdin().lock().lines();
    loop {
        if is_asked {
            write!(output, "{FAINT}>{FAINT:#} ")?;
            output.flush()?;
        }
        let Some(line) = lines.next().transpose()? else {
            return Ok(());
        };
        let words = match routes::words(&line) {
            Ok(words) => words,
            Err(mistake) => {
                writeln!(output, "{BAD}{mistake}{BAD:#}")?;
                continue;
            }
        };
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        match words.as_slice() {
            [] => {}
            ["quit" | "exit"] => return Ok(()),
            words => match console.command(words, output) {
                Err(error) if error.is::<routes::Mistake>() => {
                    writeln!(output, "{BAD}{error}{BAD:#}")?;
                }
                done => done?,
            },
        }
    }
}

/// Reads a file; what is wrong with it is told with its name.
fn read<T>(
    path: &Path,
    parse: impl FnOnce(&str) -> Result<T, routes::Mistake>,
) -> Result<T, Box<dyn Error>> {
    let shown = path.display();
    let text = fs::read_to_string(path).map_err(|error| format!("{shown}: {error}"))?;
    Ok(parse(&text).map_err(|mistake| format!("{shown}, {mistake}"))?)
}

/// Whether whoever reads our output has stopped reading, as `head` does.
fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}
