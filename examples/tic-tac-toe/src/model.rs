//! What the rules are about: the stage of the game, the grid, the lines and the moves.
//!
//! Plain Rust types that know nothing of rules. A method here answers a question about one value, or changes
//! it in one step; when to ask and when to change is the business of `rules.rs`.

mod grid;
mod line;
mod player_move;
mod stage;

use std::fmt;

pub use grid::Grid;
pub use line::Line;
pub use player_move::{Move, MoveStatus};
pub use stage::{GameStage, MoveError, Stage};

/// A player, and what the player draws.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mark {
    /// The cross, which moves first.
    X,
    /// The nought.
    O,
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Mark::X => "X",
            Mark::O => "O",
        })
    }
}

/// A cell as one character, for the `Debug` of the grid and the lines.
fn letter(cell: Option<Mark>) -> char {
    match cell {
        None => '.',
        Some(Mark::X) => 'X',
        Some(Mark::O) => 'O',
    }
}
