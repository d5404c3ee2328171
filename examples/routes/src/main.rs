//! Asks a map for routes, and a register for rights, from the command line.
//!
//! This file reads the arguments and the commands; what is printed of routes is in `tour`, of rights in `desk`. Lines are
//! read by `input`.

mod desk;
mod input;
mod tour;

use std::error::Error;
use std::io::{self, IsTerminal as _, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use clap::{Parser, Subcommand};
use routes::Mistake;
use routes::map::Map;
use routes::rights::Register;
use streams::errors::{is_broken_pipe, named};
use streams::typed::Shown;

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
            let error = error.to_string();
            _ = writeln!(anstream::stderr(), "{BAD}error{BAD:#}: {}", Shown(&error));
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: Arguments) -> Result<(), Box<dyn Error>> {
    let mut output = Output(anstream::stdout());
    let Arguments {
        command,
        map,
        from,
        to,
        svg,
    } = arguments;
    if let Some(Command::Rights { file }) = command {
        let register = input::read(&file, Register::parse)?;
        return take_commands(&mut Desk::new(register), &mut output);
    }
    let map = input::read(&map.unwrap_or_default(), Map::parse)?;
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
    let mut lines = input::Lines::of(io::stdin().lock());
    loop {
        if is_asked {
            write!(output, "{FAINT}>{FAINT:#} ")?;
            output.flush()?;
        }
        let line = lines.next();
        let Some(line) = line.map_err(|error| format!("standard input: {error}"))? else {
            return Ok(());
        };
        let line = match line {
            Ok(line) => line,
            Err(mistake) => {
                writeln!(output, "{BAD}standard input, {mistake}{BAD:#}")?;
                continue;
            }
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
                Err(error) if error.is::<Mistake>() => {
                    let mistake = error.to_string();
                    writeln!(output, "{BAD}{}{BAD:#}", Shown(&mistake))?;
                }
                done => done?,
            },
        }
    }
}

/// That words are no command. Where the first of them begins one that `help` lists, its form is expected.
fn no_command(words: &[&str], help: &str) -> Mistake {
    let mut forms = help.lines().filter_map(|line| line.split("  ").next());
    let form = forms.find(|form| form.split(' ').next() == words.first().copied());
    let text = match form {
        Some(form) => format!("expected `{form}`"),
        None => format!("there is no command `{}`: try `help`", words.join(" ")),
    };
    Mistake { line: None, text }
}

/// Standard output, whose errors say so.
struct Output(anstream::Stdout);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(named("standard output"))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(named("standard output"))
    }
}
