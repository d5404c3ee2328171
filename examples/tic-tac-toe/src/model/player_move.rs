//! A move, and what became of it.

use super::Mark;

/// What became of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MoveStatus {
    /// The referee has not looked at it yet.
    Pending,
    /// It was played; it stays as the record of the game until the next one.
    Processed,
    /// It was refused; it stays as long as the error does.
    Error,
}

/// A player's wish to draw a mark in a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Move {
    /// What to draw.
    pub mark: Mark,
    /// The row, from 0; off the board from 3.
    pub row: u8,
    /// The column, from 0; off the board from 3.
    pub column: u8,
    /// What became of it.
    pub status: MoveStatus,
}

impl Move {
    /// A pending move.
    #[must_use]
    pub fn new(mark: Mark, row: u8, column: u8) -> Self {
        Move {
            mark,
            row,
            column,
            status: MoveStatus::Pending,
        }
    }
}
