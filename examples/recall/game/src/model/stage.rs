//! How far a game is, where cards lie, and what their powers are.

use serde::Serialize;

/// Where a player sits, from 0; turns go round as the numbers do.
pub type Seat = u8;

/// A place of a hand, from 0. It keeps its number when others become empty.
pub type Slot = u8;

/// How far the game is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Players may take seats.
    Waiting,
    /// The cards are dealt.
    Dealing,
    /// A player has the turn.
    PlayerTurn,
    /// Everybody may lay a card of the rank of the last one played.
    OutOfTurnWindow,
    /// A player has called Recall; as in the window, everybody may lay a card.
    RecallCalled,
    /// A player has the turn, the last one.
    FinalRound,
    /// The cards are face up.
    Finished,
}

/// How far a turn is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// A card is to be drawn, or Recall to be called.
    Draw,
    /// A card has been drawn: it is played, or put in the place of another.
    Decide,
    /// A power may be used.
    Power,
    /// All is done that the player could do.
    Over,
}

/// Where a card lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// In the stock, face down; the greatest number is on top.
    Stock(u8),
    /// Before the player whose turn it is, who alone sees it.
    Drawn,
    /// In a hand, face down.
    Hand(Seat, Slot),
    /// On the discards, face up; the greatest number is on top.
    Discards(u8),
}

/// What a card lets its player do who plays it in the own turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Power {
    /// Look at one of the own cards.
    Peek,
    /// Let the next player's turn go by.
    Skip,
    /// Exchange an own card for another player's, both unseen.
    Swap,
    /// Look at any one card.
    Look,
    /// Take another player's card, see it, and leave an own one for it.
    Steal,
    /// Shuffle another player's hand.
    Storm,
}

/// When a card may be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Playable {
    /// In every turn.
    Always,
    /// Until somebody has called Recall.
    BeforeRecall,
}
