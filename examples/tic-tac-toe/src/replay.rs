//! Replays a list of moves, printing the board after each, and the result.

use std::error::Error;
use std::io::Write;

use rules_runtime::Listener;
use tic_tac_toe::Game;
use tic_tac_toe::model::Mark;

use crate::board::{self, Board};
use crate::entry::Entry;

/// One move of a list.
pub(crate) struct Step {
    /// The move as it was typed.
    text: String,
    entry: Entry,
    mark: Mark,
}

/// Reads a list of moves, such as `0x,4o,8x`. The error names the first token that is no move.
pub(crate) fn parse(list: &str) -> Result<Vec<Step>, String> {
    if list.trim().is_empty() {
        return Err("the list of moves is empty: expected moves such as `0x,4o,8x`".to_owned());
    }
    let tokens = list.split(',').map(str::trim).enumerate();
    tokens
        .map(|(index, text)| parse_step(index + 1, text))
        .collect()
}

fn parse_step(number: usize, text: &str) -> Result<Step, String> {
    if text.is_empty() {
        return Err(format!(
            "move {number} is empty: expected a cell and a mark, such as `4x`"
        ));
    }
    let entry = Entry::parse(text).map_err(|error| format!("move {number}, `{text}`: {error}"))?;
    let Some(mark) = entry.mark else {
        return Err(format!(
            "move {number}, `{text}`, has no mark: expected `{text}x` or `{text}o`"
        ));
    };
    Ok(Step {
        text: text.to_owned(),
        entry,
        mark,
    })
}

impl Step {
    /// Makes the move, the one of this number. Fails if the referee refuses it.
    pub(crate) fn make<L: Listener>(
        &self,
        number: usize,
        game: &mut Game<L>,
    ) -> Result<(), String> {
        let Step { text, entry, mark } = self;
        match game.play(*mark, entry.row(), entry.column()) {
            Ok(_) => Ok(()),
            Err(error) => Err(format!("move {number}, `{text}`: {error}")),
        }
    }
}

/// Plays the moves. Fails at the first that the referee refuses, after the boards of those before it.
pub(crate) fn replay<L: Listener>(
    game: &mut Game<L>,
    steps: &[Step],
    output: &mut impl Write,
) -> Result<(), Box<dyn Error>> {
    game.new_game();
    for (number, step) in (1..).zip(steps) {
        step.make(number, game)?;
        let Step { entry, mark, .. } = step;
        writeln!(
            output,
            "{number}. {mark} to cell {}\n{}",
            entry.cell,
            Board::of(game)
        )?;
    }
    writeln!(output, "{}", board::result(game))?;
    Ok(())
}
