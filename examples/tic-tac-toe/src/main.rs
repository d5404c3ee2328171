//! Noughts and crosses in the terminal: people and computer players, lists of moves, and the tree of all games.
//!
//! This file reads the arguments and reports what failed; a file for each command does the rest.

mod best;
mod board;
mod entry;
mod picture;
mod player;
mod replay;
mod shade;
mod terminal;
mod trace;
mod tree;

use std::error::Error;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::error::ErrorKind as Misuse;
use clap::{Args, CommandFactory, Parser, Subcommand};
use rules_runtime::{Listener, Recording};
use streams::errors::is_broken_pipe;
use tic_tac_toe::{Game, Level};

use picture::Folding;
use player::{LevelName, Player, Players};
use replay::Step;
use trace::{Heading, Trace};

/// Noughts and crosses, refereed by rules. Without a command, two people play in the terminal.
#[derive(Parser)]
#[command(version, max_term_width = 80)]
struct Arguments {
    #[command(flatten)]
    tracing: Tracing,
    #[command(subcommand)]
    command: Option<Command>,
}

/// May stand before a command, or after one that plays; `tree` has no place for so many sessions.
#[derive(Args)]
struct Tracing {
    /// Print each activation, firing and fact change of the rules
    #[arg(long)]
    trace: bool,
}

#[derive(Subcommand)]
enum Command {
    /// Play in the terminal
    Play {
        /// Who plays X
        #[arg(long, value_enum, default_value_t = Player::Human)]
        x: Player,
        /// Who plays O
        #[arg(long, value_enum, default_value_t = Player::Human)]
        o: Player,
        #[command(flatten)]
        tracing: Tracing,
    },
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
        /// Write a page into this file that shows what the rules did, move by move
        #[arg(long, value_name = "FILE")]
        inspect: Option<PathBuf>,
        #[command(flatten)]
        tracing: Tracing,
    },
    /// Print the move that a level chooses: mark, cell, column and row
    Best {
        /// The moves made so far: cells 0 to 8, row by row, each with its mark, such as `0x,4o,8x`
        #[arg(
            long,
            default_value = "",
            hide_default_value = true,
            allow_hyphen_values = true
        )]
        moves: String,
        /// How well to play
        #[arg(long, value_enum, default_value_t = LevelName::Perfect)]
        level: LevelName,
        #[command(flatten)]
        tracing: Tracing,
    },
    /// Count the games and the positions that there are
    Tree {
        /// Draw the tree into this file, as SVG
        #[arg(long, value_name = "FILE")]
        picture: Option<PathBuf>,
        /// How many moves deep to draw
        #[arg(
            long,
            requires = "picture",
            default_value_t = 4,
            value_parser = clap::value_parser!(u8).range(0..=6)
        )]
        depth: u8,
        /// What colours a position
        #[arg(long, requires = "picture", value_enum, default_value_t = Folding::Best)]
        fold: Folding,
    },
}

/// What the command asks for, checked.
enum Task {
    Play(Players),
    Replay(Vec<Step>),
    Best(Vec<Step>, Level),
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
    let Arguments {
        tracing: Tracing { trace },
        command,
    } = arguments;
    match command {
        None => perform(&Task::Play(Players::HUMANS), trace),
        Some(Command::Play { x, o, tracing }) => {
            perform(&Task::Play(Players { x, o }), trace || tracing.trace)
        }
        Some(Command::Replay {
            moves,
            inspect,
            tracing,
        }) => {
            let trace = trace || tracing.trace;
            let steps = replay::parse(&moves)?;
            let Some(path) = inspect else {
                return perform(&Task::Replay(steps), trace);
            };
            let recording = Recording::new().with_explanations();
            if trace {
                let trace = Trace::new(io::stdout(), &Heading::default());
                replay_into(&path, &steps, (trace, recording))
            } else {
                replay_into(&path, &steps, recording)
            }
        }
        Some(Command::Best {
            moves,
            level,
            tracing,
        }) => {
            let steps = match moves.trim() {
                "" => Vec::new(),
                moves => replay::parse(moves)?,
            };
            perform(&Task::Best(steps, level.into()), trace || tracing.trace)
        }
        Some(Command::Tree { .. }) if trace => {
            let message = "the argument '--trace' cannot be used with the subcommand 'tree'";
            Arguments::command()
                .error(Misuse::ArgumentConflict, message)
                .exit()
        }
        Some(Command::Tree {
            picture,
            depth,
            fold,
        }) => {
            tree::count(&mut anstream::stdout())?;
            if let Some(path) = picture {
                picture::save(&path, depth.into(), fold)
                    .map_err(|error| format!("cannot write `{}`: {error}", path.display()))?;
            }
            Ok(())
        }
    }
}

fn perform(task: &Task, trace: bool) -> Result<(), Box<dyn Error>> {
    if trace {
        let heading = Heading::default();
        perform_with(task, || Trace::new(io::stdout(), &heading))
    } else {
        perform_with(task, || ())
    }
}

/// `listener` gives a listener for each session of rules.
fn perform_with<L: Listener>(task: &Task, listener: impl Fn() -> L) -> Result<(), Box<dyn Error>> {
    let mut game = Game::with_listener(listener());
    let mut output = anstream::stdout();
    match task {
        Task::Play(players) => Ok(terminal::play(
            &mut game,
            *players,
            listener,
            io::stdin().lock(),
            &mut output,
        )?),
        Task::Replay(steps) => replay::replay(&mut game, steps, &mut output),
        Task::Best(steps, level) => best::best(&mut game, steps, *level, listener(), &mut output),
    }
}

/// Replays moves before a listener that records, and writes what it has recorded, also where a move was refused.
fn replay_into<L: Listener>(
    path: &Path,
    steps: &[Step],
    listener: L,
) -> Result<(), Box<dyn Error>> {
    let mut game = Game::with_listener(listener);
    let replayed = replay::replay(&mut game, steps, &mut anstream::stdout());
    if let Some(recording) = game.listener().recording() {
        recording
            .write_html(path)
            .map_err(|error| format!("cannot write `{}`: {error}", path.display()))?;
    }
    replayed
}
