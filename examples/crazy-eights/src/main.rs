//! Crazy Eights in the terminal: people and computer characters play, and characters play by themselves.
//!
//! This file reads the arguments and reports what failed; the other files do the rest.

mod entry;
mod progress;
mod report;
mod seats;
mod terminal;
mod view;

use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::{Args, Parser, Subcommand};
use crazy_eights::model::{Agreement, Shuffler};
use crazy_eights::{Character, Simulation, Table};
use streams::errors::is_broken_pipe;

use progress::Progress;
use seats::{PlayerName, Seats};
use view::noun;

/// Crazy Eights, for people and computer characters, by rules.
#[derive(Parser)]
#[command(version, max_term_width = 80)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play in the terminal
    Play {
        /// Two to five players, in the order of their turns
        #[arg(
            long,
            value_enum,
            value_delimiter = ',',
            default_value = "human,thrifty,watchful"
        )]
        players: Vec<PlayerName>,
        /// What the cards are shuffled by; else by the time of day
        #[arg(long)]
        seed: Option<u64>,
        #[command(flatten)]
        variants: Variants,
    },
    /// Let characters play many games, and count how they end
    Simulate {
        /// Two to five characters; in each game they sit one seat further
        #[arg(
            long,
            value_enum,
            value_delimiter = ',',
            default_value = "careless,thrifty,watchful"
        )]
        players: Vec<Character>,
        /// How many games
        #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
        games: u64,
        /// What the cards are shuffled by: the same seed gives the same games on every machine
        #[arg(long, default_value_t = 0)]
        seed: u64,
        /// Print JSON
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        variants: Variants,
    },
}

#[derive(Args)]
struct Variants {
    /// The score that ends the game; else 50 for each player
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    target: Option<u32>,
    /// Draw no more than so many cards in a turn
    #[arg(long, value_name = "CARDS", value_parser = clap::value_parser!(u8).range(1..=51))]
    draw_limit: Option<u8>,
    /// Turn the discards over when the stock is empty
    #[arg(long)]
    turn_over: bool,
}

impl Variants {
    fn agreement(&self, players: usize) -> Result<Agreement, Box<dyn Error>> {
        let usual = Agreement::usual(players)?;
        Ok(Agreement {
            target: self.target.unwrap_or(usual.target),
            draw_limit: self.draw_limit,
            turn_over: self.turn_over,
            ..usual
        })
    }
}

fn main() -> ExitCode {
    let Arguments { command } = Arguments::parse();
    match run(command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_broken_pipe(&*error) => ExitCode::SUCCESS,
        Err(error) => {
            // Standard error is the last place to write to: a failure there can be told to nobody.
            _ = writeln!(anstream::stderr(), "error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Result<(), Box<dyn Error>> {
    let mut output = anstream::stdout();
    match command {
        Command::Play {
            players,
            seed,
            variants,
        } => {
            let agreement = variants.agreement(players.len())?;
            let seed = seed.unwrap_or_else(seed_of_the_day);
            let table = Table::new(agreement, Shuffler::new(seed, 0));
            let seats = Seats::new(&players);
            writeln!(
                output,
                "Crazy Eights to {} {}, seed {seed}.",
                agreement.target,
                noun(agreement.target.into(), "point", "points")
            )?;
            Ok(terminal::play(
                table,
                agreement,
                &seats,
                io::stdin().lock(),
                &mut output,
            )?)
        }
        Command::Simulate {
            players,
            games,
            seed,
            json,
            variants,
        } => {
            let simulation = Simulation {
                agreement: variants.agreement(players.len())?,
                characters: players,
                seed,
                games,
            };
            let progress = Progress::new(games);
            let summary = simulation.run_with(|| progress.note());
            progress.end();
            if json {
                report::write_json(&simulation, &summary, &mut output)
            } else {
                Ok(report::write(&simulation, &summary, &mut output)?)
            }
        }
    }
}

/// A seed that nobody chose.
fn seed_of_the_day() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}
