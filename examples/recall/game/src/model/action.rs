//! What players can do, as clients say it.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Slot;
use crate::table::PlayerId;

/// Something that a player wants to do: in JSON an object with `action_type` and these fields.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(tag = "action_type", rename_all = "snake_case")]
pub enum Action {
    /// Begins the game.
    StartGame,
    /// Takes the top card of the stock.
    Draw,
    /// Plays the card drawn, or a card of the own hand whose face the player knows.
    PlayCard {
        /// The card.
        card_id: String,
    },
    /// Puts the card drawn in the place of one of the own cards, which is discarded without its power.
    Replace {
        /// The place.
        slot: Slot,
    },
    /// Uses the power of the card played; what is to be named depends on the power.
    UsePower {
        /// Whose card or hand.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target_player: Option<PlayerId>,
        /// Which card of that player.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target_slot: Option<Slot>,
        /// Which of the own cards.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        own_slot: Option<Slot>,
    },
    /// Does without the power.
    DeclinePower,
    /// Lays one of the own cards on a card of the same rank while the window is open.
    PlayOutOfTurn {
        /// Which.
        slot: Slot,
    },
    /// Says that one's cards are the lowest: everybody else has one more turn.
    CallRecall,
}

/// An action without its particulars.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "they are those of `Action`")]
pub enum ActionKind {
    StartGame,
    Draw,
    PlayCard,
    Replace,
    UsePower,
    DeclinePower,
    PlayOutOfTurn,
    CallRecall,
}

impl Action {
    /// Which kind of action it is.
    #[must_use]
    pub fn kind(&self) -> ActionKind {
        match self {
            Action::StartGame => ActionKind::StartGame,
            Action::Draw => ActionKind::Draw,
            Action::PlayCard { .. } => ActionKind::PlayCard,
            Action::Replace { .. } => ActionKind::Replace,
            Action::UsePower { .. } => ActionKind::UsePower,
            Action::DeclinePower => ActionKind::DeclinePower,
            Action::PlayOutOfTurn { .. } => ActionKind::PlayOutOfTurn,
            Action::CallRecall => ActionKind::CallRecall,
        }
    }
}

impl ActionKind {
    /// All of them.
    pub const ALL: [ActionKind; 8] = [
        ActionKind::StartGame,
        ActionKind::Draw,
        ActionKind::PlayCard,
        ActionKind::Replace,
        ActionKind::UsePower,
        ActionKind::DeclinePower,
        ActionKind::PlayOutOfTurn,
        ActionKind::CallRecall,
    ];

    /// Its name, as in `action_type`.
    #[must_use]
    pub fn name(self) -> &'static str {
        const NAMES: [&str; 8] = [
            "start_game",
            "draw",
            "play_card",
            "replace",
            "use_power",
            "decline_power",
            "play_out_of_turn",
            "call_recall",
        ];
        NAMES[self as usize]
    }

    /// What doing it is called, at the beginning of a sentence.
    #[must_use]
    pub fn spoken(self) -> &'static str {
        const SPOKEN: [&str; 8] = [
            "Beginning the game",
            "Drawing a card",
            "Playing a card",
            "Replacing a card",
            "Using a power",
            "Doing without a power",
            "Laying a card out of turn",
            "Calling Recall",
        ];
        SPOKEN[self as usize]
    }
}

impl fmt::Display for ActionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
