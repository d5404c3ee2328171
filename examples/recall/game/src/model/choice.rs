//! What a computer player chooses from, and what it weighs.

use serde::Serialize;

use super::{Action, Card, Seat, Slot};
use crate::table::PlayerId;

/// Something that a computer player could do now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Choice {
    /// Draw a card.
    Draw,
    /// Call Recall.
    CallRecall,
    /// Play the card drawn, or a known card of the hand.
    Play(Card),
    /// Put the card drawn here.
    Replace(Slot),
    /// Use the power of the card played.
    Use {
        /// On this own card.
        own: Option<Slot>,
        /// On this card of a player; for a whole hand, any of it.
        target: Option<(Seat, Slot)>,
    },
    /// Do without it.
    Decline,
    /// Lay this card out of turn.
    OutOfTurn(Slot),
}

/// A side from which a choice is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Quality {
    /// The points that it saves.
    Points,
    /// How useful the power is that it brings.
    Power,
    /// How much better the own cards are known, or how many fewer they are.
    Progress,
    /// How little it could do harm.
    Risk,
}

impl Quality {
    /// All four.
    pub const ALL: [Quality; 4] = [
        Quality::Points,
        Quality::Power,
        Quality::Progress,
        Quality::Risk,
    ];
}

impl Choice {
    /// The player towards whom it is turned.
    #[must_use]
    pub fn target(self) -> Option<Seat> {
        match self {
            Choice::Use { target, .. } => target.map(|(seat, _)| seat),
            _ => None,
        }
    }

    /// The action that a client would ask for, turned towards this player.
    #[must_use]
    pub fn action(self, target_player: Option<&PlayerId>) -> Action {
        match self {
            Choice::Draw => Action::Draw,
            Choice::CallRecall => Action::CallRecall,
            Choice::Play(card) => Action::PlayCard {
                card_id: card.to_string(),
            },
            Choice::Replace(slot) => Action::Replace { slot },
            Choice::Use { own, target } => Action::UsePower {
                target_player: target_player.cloned(),
                target_slot: target.map(|(_, slot)| slot),
                own_slot: own,
            },
            Choice::Decline => Action::DeclinePower,
            Choice::OutOfTurn(slot) => Action::PlayOutOfTurn { slot },
        }
    }
}
