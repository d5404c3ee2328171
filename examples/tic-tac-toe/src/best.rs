//! Prints the move that a level chooses after a list of moves.

use std::error::Error;
use std::io::Write;

use rules_runtime::Listener;
use tic_tac_toe::model::Grid;
use tic_tac_toe::{Game, Level};

use crate::board;
use crate::replay::Step;

/// Prints mark, cell, column and row of the move: `x 6 (0,2)`. Fails at the first move of the list that the
/// referee refuses, and if the game is over.
pub(crate) fn best<L: Listener>(
    game: &mut Game<L>,
    steps: &[Step],
    level: Level,
    listener: L,
    output: &mut impl Write,
) -> Result<(), Box<dyn Error>> {
    game.new_game();
    for (number, step) in (1..).zip(steps) {
        step.make(number, game)?;
    }
    if game.is_over() {
        return Err(format!("the game is over: {}", board::result(game)).into());
    }
    let choice = level.choose_with(game.grid(), listener);
    let (row, column) = choice.expect("a game goes on while a cell is free");
    let mark = game.grid().turn().to_string().to_lowercase();
    let cell = row * Grid::SIZE + column;
    writeln!(output, "{mark} {cell} ({column},{row})")?;
    Ok(())
}
