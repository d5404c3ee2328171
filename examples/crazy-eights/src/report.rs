//! Prints what a simulation came to.

use std::error::Error;
use std::io::{self, Write};

use crazy_eights::model::Agreement;
use crazy_eights::{Simulation, Summary};
use serde::Serialize;

use crate::view::noun;

/// All that a reader of the numbers needs to make them again.
#[derive(Serialize)]
struct Report<'a> {
    seed: u64,
    agreement: Agreement,
    #[serde(flatten)]
    summary: &'a Summary,
}

/// Prints JSON.
pub(crate) fn write_json(
    simulation: &Simulation,
    summary: &Summary,
    output: &mut impl Write,
) -> Result<(), Box<dyn Error>> {
    let report = Report {
        seed: simulation.seed,
        agreement: simulation.agreement,
        summary,
    };
    // In one piece: an error of the output stays one, so that a closed pipe is told from others.
    writeln!(output, "{}", serde_json::to_string_pretty(&report)?)?;
    Ok(())
}

/// Prints a table.
pub(crate) fn write(
    simulation: &Simulation,
    summary: &Summary,
    output: &mut impl Write,
) -> io::Result<()> {
    let Summary {
        games,
        rounds,
        blocked,
        actions,
        digest,
        players,
    } = summary;
    writeln!(
        output,
        "{games} {}, seed {}, digest {digest}",
        noun(*games, "game", "games"),
        simulation.seed
    )?;
    writeln!(
        output,
        "{rounds} {}, in {blocked} of which nobody could go on; {actions} actions",
        noun(*rounds, "round", "rounds")
    )?;
    writeln!(output)?;
    writeln!(
        output,
        "{:<10}{:>12}{:>12}{:>12}",
        "", "games won", "rounds won", "points"
    )?;
    for player in players {
        writeln!(
            output,
            "{:<10}{:>12}{:>12}{:>12}",
            player.character.to_string(),
            player.games_won,
            player.rounds_won,
            player.points
        )?;
    }
    Ok(())
}
