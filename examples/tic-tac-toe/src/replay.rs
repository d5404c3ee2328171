//! Replays a list of moves, printing the board after each, and the result.

use std::error::Error;
use std::io::Write;

use rules_runtime::Listener;
use tic_tac_toe::Game;
use tic_tac_toe::model::Stage;

use crate::board::Board;
use crate::entry::Entry;

/// Reads a list of moves, such as `0x,4o,8x`: each as it was typed, and what it means.
pub(crate) fn parse(list: &str) -> Result<Vec<(String, Entry)>, String> {
    if list.trim().is_empty() {
        return Err("the list of moves is empty: expected moves such as `0x,4o,8x`".to_owned());
    }
    let tokens = list.split(',').map(str::trim).enumerate();
    tokens
        .map(|(index, text)| match Entry::parse(text) {
            Ok(entry) if entry.mark.is_some() => Ok((text.to_owned(), entry)),
            Ok(_) => Err(format!("move {} `{text}`: it has no mark: expected `{text}x` or `{text}o`", index + 1)),
            Err(error) => Err(format!("move {} `{text}`: {error}", index + 1)),
        })
        .collect()
}

/// Plays the moves. Fails at the first that the referee refuses, after the boards of those before it.
pub(crate) fn replay<L: Listener>(
    game: &mut Game<L>,
    moves: &[(String, Entry)],
    output: &mut impl Write,
) -> Result<(), Box<dyn Error>> {
    game.new_game();
    for (index, (text, entry)) in moves.iter().enumerate() {
        let mark = entry.mark.unwrap_or_else(|| game.grid().turn());
        game.play(mark, entry.row(), entry.column())
            .map_err(|error| format!("move {} `{text}`: {error}", index + 1))?;
        writeln!(output, "{}. {mark} to cell {}\n{}", index + 1, entry.cell, Board::of(game))?;
    }
    writeln!(output, "{}", result(game))?;
    Ok(())
}

/// How a game stands, as a sentence.
pub(crate) fn result<L: Listener>(game: &Game<L>) -> String {
    match (game.status(), game.winner()) {
        (Stage::Win, Some(winner)) => format!("{winner} wins."),
        (Stage::Draw, _) => "A draw.".to_owned(),
        _ => format!("Not over: {} to move.", game.grid().turn()),
    }
}
