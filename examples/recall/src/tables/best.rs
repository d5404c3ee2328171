//! What a level of noughts and crosses replies to a list of moves.

use recall_game::table::{Failure, Firing};
use serde::Serialize;
use tic_tac_toe::model::{Grid, Mark};
use tic_tac_toe::{Game, Level};

use super::kind::LevelName;
use super::tic_tac_toe::{describe, failure};
use super::watcher::Watcher;

/// A reply, and why it is given.
#[derive(Debug, Serialize)]
pub struct Reply {
    /// The mark that is drawn.
    mark: String,
    /// The cell, counted row by row from 0.
    cell: u8,
    row: u8,
    column: u8,
    /// Which rules chose it.
    fired: Vec<Firing>,
}

/// Why there is no reply.
#[derive(Debug)]
pub struct BestError(pub Failure);

/// The reply of a level to moves such as `0x,1o`.
///
/// # Errors
///
/// Fails if the moves cannot be read, the referee refuses one of them, or the game is over after them.
pub fn best_reply(moves: &str, level: LevelName) -> Result<Reply, BestError> {
    let mut game = Game::begun();
    // A game has nine moves; what comes after the first that is refused is not looked at.
    for text in moves.split(',').filter(|_| !moves.is_empty()) {
        let (cell, mark) = read(text)?;
        let played = game.play(mark, cell / Grid::SIZE, cell % Grid::SIZE);
        played.map_err(|error| BestError(failure(error)))?;
    }
    let over = || BestError(Failure::new("game_over", "The game is over."));
    if game.is_over() {
        return Err(over());
    }
    let watcher = Watcher::new(describe);
    let (row, column) = Level::from(level)
        .choose_with(game.grid(), watcher.clone())
        .ok_or_else(over)?;
    Ok(Reply {
        mark: game.grid().turn().to_string().to_lowercase(),
        cell: row * Grid::SIZE + column,
        row,
        column,
        fired: watcher.take(),
    })
}

/// A cell and a mark: `0x`.
fn read(text: &str) -> Result<(u8, Mark), BestError> {
    let split = text.split_at_checked(text.len().saturating_sub(1));
    let mark = split.and_then(|(cell, mark)| match mark {
        "x" | "X" => Some((cell, Mark::X)),
        "o" | "O" => Some((cell, Mark::O)),
        _ => None,
    });
    let digits = mark.filter(|(cell, _)| cell.bytes().all(|byte| byte.is_ascii_digit()));
    let read = digits.and_then(|(cell, mark)| Some((cell.parse().ok()?, mark)));
    let message =
        "A move is a cell from 0 to 8 and a mark, such as `4x`; a comma stands between two.";
    read.ok_or_else(|| BestError(Failure::new("bad_move", message)))
}
