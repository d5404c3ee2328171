//! What a game is to the server: inputs go in one at a time, and what each of them did comes out.
//! The same inputs, in the same order, on a new table of the same seed give the same table: so a journal of inputs
//! is all that has to be stored.

use std::borrow::Cow;
use std::fmt::{Display, Formatter, Result};

use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value};

/// Milliseconds of the table's clock, which moves by [`Input::Clock`] alone.
pub type Millis = u64;

/// A player's name for the server and for the rules; what the other players read is the name given on joining.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlayerId(pub String);

impl Display for PlayerId {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(&self.0)
    }
}

impl From<&str> for PlayerId {
    fn from(name: &str) -> Self {
        Self(name.to_owned())
    }
}

/// What is done to a table, as it is written to the journal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Input {
    /// A player takes a seat, before the game has begun.
    Join {
        /// Who joins.
        player: PlayerId,
        /// What the others call the player.
        name: String,
        /// Whether the rules decide for the player.
        computer: bool,
    },
    /// A player goes away; the seat is kept.
    Leave {
        /// Who leaves.
        player: PlayerId,
    },
    /// A player who left comes back.
    Rejoin {
        /// Who comes back.
        player: PlayerId,
    },
    /// A player acts. Every game begins with the action `start_game`.
    Act {
        /// Who acts.
        player: PlayerId,
        /// An object: `action_type`, and the fields of that action.
        action: Value,
    },
    /// Time has passed. An earlier time than the table's is refused. A server tells the time before each other
    /// input: what that does happens at the time told last.
    Clock {
        /// The time that it is now.
        now: Millis,
    },
}

/// What an input did.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// Whether the input was accepted; one that was refused changed nothing.
    pub success: bool,
    /// The action, or `join`, `leave`, `rejoin`, `clock`.
    pub action_type: String,
    /// Who did it; nobody moves the clock.
    pub player_id: Option<PlayerId>,
    /// What it did to the table, in order.
    pub effects: Vec<Effect>,
    /// What the players are told, in order.
    pub notifications: Vec<Notification>,
    /// Every validation that failed.
    pub errors: Vec<Failure>,
    /// Which rules fired, in order.
    pub fired: Vec<Firing>,
    /// The number of the decision of a computer player that was done, if [`Table::why`] can explain it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision: Option<usize>,
}

/// One thing that an input did to a table; it says nothing that the player who acted may not know.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Effect {
    /// What was done, in snake case.
    pub r#type: String,
    /// Whether it was.
    pub success: bool,
    /// What it was done to.
    #[serde(flatten)]
    pub data: Map<String, Value>,
}

impl Effect {
    /// An effect that was carried out; what it was done to is an object.
    #[must_use]
    pub fn done(r#type: &str, data: Value) -> Self {
        Self {
            r#type: r#type.to_owned(),
            success: true,
            data: match data {
                Value::Object(data) => data,
                _ => Map::new(),
            },
        }
    }
}

/// Whom a notification is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NotificationType {
    /// Everyone at the table, and those who watch.
    Broadcast,
    /// The player whom [`Notification::to`] names.
    Private,
}

/// What players are told.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Notification {
    /// Whom it is for.
    pub r#type: NotificationType,
    /// The addressee of a private one; its place is known to the server alone.
    #[serde(skip_serializing, default)]
    pub to: Option<PlayerId>,
    /// What happened, in snake case.
    pub event: String,
    /// The particulars.
    pub data: Value,
}

impl Notification {
    /// What everyone is told.
    #[must_use]
    pub fn broadcast(event: &str, data: Value) -> Self {
        Self {
            r#type: NotificationType::Broadcast,
            to: None,
            event: event.to_owned(),
            data,
        }
    }

    /// What one player is told.
    #[must_use]
    pub fn private(to: &PlayerId, event: &str, data: Value) -> Self {
        Self {
            r#type: NotificationType::Private,
            to: Some(to.clone()),
            event: event.to_owned(),
            data,
        }
    }
}

/// A validation that failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// The same for the same mistake, in snake case.
    pub code: String,
    /// A sentence for the player.
    pub message: String,
}

impl Failure {
    /// A failure of this code, with a sentence for the player.
    #[must_use]
    pub fn new(code: &str, message: impl Into<String>) -> Self {
        Self {
            code: code.to_owned(),
            message: message.into(),
        }
    }
}

/// A rule that fired; everyone at the table may read it, so it names no card that is hidden from anyone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Firing {
    /// The rule's name.
    pub rule: Cow<'static, str>,
    /// The rule's description.
    pub why: Cow<'static, str>,
    /// To what stage of a firing it belongs, if the game has stages; `plumbing` where it decides nothing.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub stage: Cow<'static, str>,
}

/// A game that is being played.
pub trait Table: Send {
    /// Does it, and says what came of it. What is refused changes nothing.
    fn apply(&mut self, input: &Input) -> Outcome;

    /// All that this viewer may see and no more; one who has no seat sees what lies open.
    fn view(&self, viewer: Option<&PlayerId>) -> Value;

    /// The same as a text, which may come sooner than by way of a value.
    fn view_text(&self, viewer: Option<&PlayerId>) -> Box<RawValue> {
        to_raw_value(&self.view(viewer)).expect("a view has texts for keys")
    }

    /// Why a computer player decided as it did, as far as this viewer may know now. None if there is no decision of
    /// this number, or the game does not explain any.
    fn why(&self, viewer: Option<&PlayerId>, decision: usize) -> Option<Value> {
        _ = (viewer, decision);
        None
    }

    /// When an [`Input::Clock`] is wanted next: a window closes, or a computer player moves.
    fn wakes_at(&self) -> Option<Millis>;

    /// Whether the game has come to its end.
    fn is_over(&self) -> bool;
}
