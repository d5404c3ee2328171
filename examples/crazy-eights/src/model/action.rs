//! What players do, and why they may not.

use std::error::Error;
use std::fmt;

use super::{Card, Rank, Suit};

/// What a player can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// Lays a card from the hand on the discards; with an eight names the suit that is to follow.
    Lay(Card, Option<Suit>),
    /// Takes a card from the stock.
    Draw,
    /// Lets the turn go by.
    Pass,
    /// Deals the cards for the next round.
    Deal,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Lay(card, None) => write!(f, "lays {card}"),
            Action::Lay(card, Some(suit)) => write!(f, "lays {card} and names {suit}"),
            Action::Draw => f.write_str("draws"),
            Action::Pass => f.write_str("passes"),
            Action::Deal => f.write_str("deals"),
        }
    }
}

/// What everybody at the table has seen somebody do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Deed {
    /// Laid this card.
    Laid(Card),
    /// Drew a card when this suit was to follow.
    Drew(Suit),
    /// Passed when this suit was to follow.
    Passed(Suit),
}

/// Why an action is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Refusal {
    /// It is another player's turn: that of the player in this seat.
    NotYourTurn(u8),
    /// The card is not in the player's hand.
    NotInHand(Card),
    /// The card matches neither what is to follow, suit and rank, nor is it an eight.
    DoesNotFit(Card, Suit, Rank),
    /// An eight needs a suit.
    NamesNoSuit,
    /// Only with an eight a suit is named.
    NamesASuit(Card),
    /// The stock is empty.
    StockIsEmpty,
    /// The player has drawn as often as is agreed.
    DrawnEnough(u8),
    /// Who can lay a card must not pass.
    CanLay,
    /// Who can draw a card must not pass.
    CanDraw,
    /// The round is under way.
    RoundIsNotOver,
    /// The round is over, and the next not dealt.
    RoundIsOver,
    /// The game is over.
    GameIsOver,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::NotYourTurn(seat) => write!(f, "it is the turn of seat {seat}"),
            Refusal::NotInHand(card) => write!(f, "there is no {card} in the hand"),
            Refusal::DoesNotFit(card, suit, Rank::Eight) => {
                write!(f, "{card} does not fit: {suit} are to follow, or an eight")
            }
            Refusal::DoesNotFit(card, suit, rank) => {
                let rank = rank.label();
                write!(
                    f,
                    "{card} does not fit: {suit} are to follow, any {rank}, or an eight"
                )
            }
            Refusal::NamesNoSuit => f.write_str("an eight needs a suit, such as `8h s`"),
            Refusal::NamesASuit(card) => {
                write!(f, "{card} names no suit: only an eight does")
            }
            Refusal::StockIsEmpty => f.write_str("the stock is empty"),
            Refusal::DrawnEnough(1) => f.write_str("no more than one card is drawn in a turn"),
            Refusal::DrawnEnough(limit) => {
                write!(f, "no more than {limit} cards are drawn in a turn")
            }
            Refusal::CanLay => f.write_str("who can lay a card must not pass"),
            Refusal::CanDraw => f.write_str("who can draw a card must not pass"),
            Refusal::RoundIsNotOver => f.write_str("the round is not over"),
            Refusal::RoundIsOver => f.write_str("the round is over"),
            Refusal::GameIsOver => f.write_str("the game is over"),
        }
    }
}

impl Error for Refusal {}
