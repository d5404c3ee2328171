//! The stage of the game, and the errors that a move can make.

use std::error::Error;
use std::fmt;

use super::Mark;

/// Where the game stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stage {
    /// No game has begun.
    Initial,
    /// A game is asked for; the referee clears the board.
    New,
    /// The players move.
    Active,
    /// A player has three in a line.
    Win,
    /// The board is full and nobody has won.
    Draw,
    /// A move was refused; nothing goes on until the error is reset.
    Error,
}

/// Why a move is refused.
///
/// Of the three errors of a game under way the first that applies is reported: a move is judged by its cell
/// before it is asked whose turn it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MoveError {
    /// The cell is off the board.
    MoveNotValid,
    /// The cell is taken.
    MoveInUse,
    /// It is the other player's turn.
    MoveOutOfTurn,
    /// No game has begun.
    GameNotStarted,
    /// The game is over.
    GameOver,
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            MoveError::MoveNotValid => "the cell is off the board",
            MoveError::MoveInUse => "the cell is taken",
            MoveError::MoveOutOfTurn => "it is the other player's turn",
            MoveError::GameNotStarted => "no game has begun",
            MoveError::GameOver => "the game is over",
        })
    }
}

impl Error for MoveError {}

/// The stage of the game, with what belongs to it. A session has one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameStage {
    /// Where the game stands.
    pub stage: Stage,
    /// Who has won; stands until the next game.
    pub winner: Option<Mark>,
    /// Why the last move was refused; stands while the stage is [`Stage::Error`].
    pub error: Option<MoveError>,
}

impl GameStage {
    /// The stage before the first game.
    #[must_use]
    pub fn new() -> Self {
        GameStage {
            stage: Stage::Initial,
            winner: None,
            error: None,
        }
    }

    /// The players may move.
    pub fn start(&mut self) {
        *self = GameStage {
            stage: Stage::Active,
            winner: None,
            error: None,
        };
    }

    /// A player has won.
    pub fn win(&mut self, winner: Mark) {
        self.stage = Stage::Win;
        self.winner = Some(winner);
    }

    /// A move is refused.
    pub fn refuse(&mut self, error: MoveError) {
        self.stage = Stage::Error;
        self.error = Some(error);
    }

    /// Goes back to the stage in which a move was refused. Without an error, does nothing.
    pub fn reset_error(&mut self) {
        let Some(error) = self.error.take() else {
            return;
        };
        self.stage = match error {
            MoveError::GameNotStarted => Stage::Initial,
            MoveError::GameOver if self.winner.is_some() => Stage::Win,
            MoveError::GameOver => Stage::Draw,
            MoveError::MoveNotValid | MoveError::MoveInUse | MoveError::MoveOutOfTurn => {
                Stage::Active
            }
        };
    }
}

impl Default for GameStage {
    fn default() -> Self {
        GameStage::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reset_goes_back_to_the_stage_of_the_refused_move() {
        let played = |stage, winner| GameStage {
            stage,
            winner,
            error: None,
        };
        for (before, error) in [
            (played(Stage::Initial, None), MoveError::GameNotStarted),
            (played(Stage::Active, None), MoveError::MoveNotValid),
            (played(Stage::Active, None), MoveError::MoveInUse),
            (played(Stage::Active, None), MoveError::MoveOutOfTurn),
            (played(Stage::Win, Some(Mark::O)), MoveError::GameOver),
            (played(Stage::Draw, None), MoveError::GameOver),
        ] {
            let mut stage = before.clone();
            stage.refuse(error);
            assert_eq!(stage.stage, Stage::Error);
            stage.reset_error();
            assert_eq!(stage, before);
        }
    }

    #[test]
    fn a_reset_without_an_error_changes_nothing() {
        let mut stage = GameStage::new();
        stage.reset_error();
        assert_eq!(stage, GameStage::new());
    }
}
