//! Counts the games and the positions that there are.

use std::io::{self, Write};

use games::fold::{Count, Folder, Tally};
use games::{State, walk};
use tic_tac_toe::Game;
use tic_tac_toe::model::Mark;

/// Prints how many games there are, how they end, and how many positions.
pub(crate) fn count(output: &mut impl Write) -> io::Result<()> {
    let mut folder = Folder::new(Count { player: Mark::X });
    let tally = folder.value(&Game::begun());
    let Tally {
        wins,
        draws,
        losses,
    } = tally;
    writeln!(
        output,
        "{} finished games: X wins {wins}, O wins {losses}, {draws} are drawn",
        tally.games()
    )?;
    let [mut positions, mut finished] = [0, 0];
    for node in walk::breadth_first(Game::begun()).positions() {
        positions += 1;
        finished += u32::from(node.state.result().is_some());
    }
    writeln!(output, "{positions} positions, {finished} of them finished")
}
