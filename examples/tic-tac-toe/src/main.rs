//! Noughts and crosses in the terminal: two people at one keyboard, or a list of moves replayed.
//!
//! This file reads the arguments and reports what failed; `terminal.rs` and `replay.rs` do the rest.

mod board;
mod entry;
mod replay;
mod terminal;
mod trace;

use std::error::Error;
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use rules_runtime::Listener;
use tic_tac_toe::Game;

use replay::Step;
use trace::Trace;

/// Noughts and crosses for two, refereed by rules. Without a command, play in the terminal.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    /// Print each activation, firing and fact change of the rules
    #[arg(long, global = true)]
    trace: bool,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Replay a list of moves, and print the board after each
    Replay {
        /// Cells 0 to 8, row by row, each with its mark: `0x,4o,8x`
        // Without a list there is an empty one, which the replay itself reports.
        #[arg(
            default_value = "",
            hide_default_value = true,
            allow_hyphen_values = true
        )]
        moves: String,
    },
}

/// What the command asks for, checked.
enum Task {
    Play,
    Replay(Vec<Step>),
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_broken_pipe(&*error) => ExitCode::SUCCESS,
        Err(error) => {
            // Standard error is the last place to write to: a failure there can be told to nobody.
            _ = writeln!(anstream::stderr(), "error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: Arguments) -> Result<(), Box<dyn Error>> {
    let task = match arguments.command {
        None => Task::Play,
        Some(Command::Replay { moves }) => Task::Replay(replay::parse(&moves)?),
    };
    if arguments.trace {
        perform(&task, Game::with_listener(Trace::new(io::stdout())))
    } else {
        perform(&task, Game::new())
    }
}

fn perform<L: Listener>(task: &Task, mut game: Game<L>) -> Result<(), Box<dyn Error>> {
    let mut output = anstream::stdout();
    match task {
        Task::Play => Ok(terminal::play(&mut game, io::stdin().lock(), &mut output)?),
        Task::Replay(steps) => replay::replay(&mut game, steps, &mut output),
    }
}

/// Whether whoever reads our output has stopped reading, as `head` does.
fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}
