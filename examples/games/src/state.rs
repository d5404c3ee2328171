//! What a game is.

use std::hash::Hash;

use crate::outcome::Outcome;

/// A state of a game.
///
/// A state has moves, or it has a result; never both, never neither.
pub trait State: Sized {
    /// Who plays. A game for one has `()`.
    type Player: Copy + Eq;
    /// What a player can do.
    type Move: Clone;
    /// How a game ends.
    type Outcome: Outcome<Self::Player>;

    /// Whose turn it is. When the game is over: anybody.
    fn player(&self) -> Self::Player;

    /// What that player can do, in an order that is always the same; nothing when the game is over.
    fn moves(&self) -> Vec<Self::Move>;

    /// How the game ended, when it is over.
    fn result(&self) -> Option<Self::Outcome>;

    /// The state after a move. This one is as before.
    ///
    /// # Panics
    ///
    /// May panic if the move is not one of [`moves`](Self::moves).
    #[must_use]
    fn after(&self, step: &Self::Move) -> Self;
}

/// A game in which different moves can lead to the same position.
pub trait Positions: State {
    /// What of a state decides whose turn it is, what may follow and how it ends, and nothing else.
    type Position: Eq + Hash;

    /// The position of this state.
    fn position(&self) -> Self::Position;
}
