//! What clients send, and what they are answered. The README describes both for those who write clients.

use std::borrow::Cow;

use recall_game::table::{
    Effect, Failure, Firing, Notification, NotificationType, Outcome, PlayerId,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::store::{GameId, SessionId};
use crate::tables::Kind;

/// What a client asks for.
#[derive(Debug)]
pub(super) enum Wish {
    /// Makes a game, with a seat for who makes it.
    Create(Create),
    /// Something about a game that there is.
    Game(GameId, Order),
}

/// What is wanted of a game.
#[derive(Debug)]
pub(super) enum Order {
    /// A seat.
    Join(String),
    /// A seat for a computer player.
    AddComputer(SessionId),
    /// Going away.
    Leave(SessionId),
    /// Coming back; one who has not left follows the game again.
    Rejoin(SessionId),
    /// Acting, with the object of the action.
    Act(SessionId, Value),
    /// Why a computer player decided as it did, asked as a player or without a seat.
    Why(Option<SessionId>, usize),
    /// Following the game without a seat.
    Subscribe,
    /// Following it no longer.
    Unsubscribe,
}

/// What there is to say about a new game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Create {
    pub(super) game: Kind,
    pub(super) name: String,
    #[serde(default)]
    pub(super) options: Value,
    #[serde(default)]
    pub(super) computers: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Join {
    game_id: GameId,
    name: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AsPlayer {
    session_id: SessionId,
    game_id: GameId,
}

#[derive(Deserialize)]
struct Act {
    session_id: SessionId,
    game_id: GameId,
    #[serde(flatten)]
    action: Map<String, Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Why {
    game_id: GameId,
    decision: usize,
    session_id: Option<SessionId>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AsAnyone {
    game_id: GameId,
}

#[derive(Deserialize)]
struct Envelope {
    event: String,
    #[serde(default)]
    data: Value,
    #[serde(default)]
    request: Value,
}

/// Reads a message: what is asked for, and what the answer is to be marked with.
pub(super) fn read(text: &str) -> (Value, Result<Wish, Failure>) {
    let envelope: Envelope = match serde_json::from_str(text) {
        Ok(envelope) => envelope,
        Err(error) => {
            let (code, what) = if error.is_data() {
                ("bad_message", "A message has an `event` and its `data`")
            } else {
                ("malformed_json", "This is not JSON")
            };
            return (
                request(text),
                Err(Failure::new(code, format!("{what}: {error}."))),
            );
        }
    };
    match mark(envelope.request) {
        Ok(request) => (request, wish(&envelope.event, envelope.data)),
        Err(failure) => (Value::Null, Err(failure)),
    }
}

/// What the answer to a message is to be marked with, of a message that is not taken; nothing, where that cannot be read.
pub(super) fn request(text: &str) -> Value {
    #[derive(Deserialize)]
    struct Marked {
        request: Value,
    }
    let marked = serde_json::from_str(text).ok();
    let marked = marked.and_then(|Marked { request }| mark(request).ok());
    marked.unwrap_or_default()
}

/// The `request` of a message, if it is one that an answer can repeat.
fn mark(request: Value) -> Result<Value, Failure> {
    let is_short = match &request {
        Value::String(text) => text.len() <= MOST_OF_REQUEST,
        Value::Number(_) | Value::Null => true,
        _ => false,
    };
    if is_short {
        return Ok(request);
    }
    let message = format!(
        "The `request` of a message is a number, or a text of at most {MOST_OF_REQUEST} bytes."
    );
    Err(Failure::new("bad_message", message))
}

/// How many bytes the `request` of a message can have.
const MOST_OF_REQUEST: usize = 64;

fn wish(event: &str, data: Value) -> Result<Wish, Failure> {
    let as_player = |order: fn(SessionId) -> Order, data| {
        let AsPlayer {
            session_id,
            game_id,
        } = particulars(data)?;
        Ok(Wish::Game(game_id, order(session_id)))
    };
    match event {
        "recall_create_game" => {
            let mut create: Create = particulars(data)?;
            create.name = name(&create.name)?;
            create
                .game
                .check(&create.options)
                .map_err(|error| Failure::new("bad_options", format!("{error}.")))?;
            Ok(Wish::Create(create))
        }
        "recall_join_game" => {
            let join: Join = particulars(data)?;
            Ok(Wish::Game(join.game_id, Order::Join(name(&join.name)?)))
        }
        "recall_add_computer" => as_player(Order::AddComputer, data),
        "recall_leave_game" => as_player(Order::Leave, data),
        "recall_rejoin_game" => as_player(Order::Rejoin, data),
        "recall_start_game" => as_player(
            |session| {
                let action = serde_json::json!({ "action_type": "start_game" });
                Order::Act(session, action)
            },
            data,
        ),
        "recall_player_action" => {
            let act: Act = particulars(data)?;
            if !act.action.get("action_type").is_some_and(Value::is_string) {
                let message = "An action has an `action_type`.";
                return Err(Failure::new("bad_data", message));
            }
            let action = Value::Object(act.action);
            Ok(Wish::Game(act.game_id, Order::Act(act.session_id, action)))
        }
        "recall_why" => {
            let Why {
                game_id,
                decision,
                session_id,
            } = particulars(data)?;
            Ok(Wish::Game(game_id, Order::Why(session_id, decision)))
        }
        "recall_subscribe" => {
            let AsAnyone { game_id } = particulars(data)?;
            Ok(Wish::Game(game_id, Order::Subscribe))
        }
        "recall_unsubscribe" => {
            let AsAnyone { game_id } = particulars(data)?;
            Ok(Wish::Game(game_id, Order::Unsubscribe))
        }
        _ => Err(Failure::new("unknown_event", "There is no such event.")),
    }
}

fn particulars<T: DeserializeOwned>(data: Value) -> Result<T, Failure> {
    serde_json::from_value(data).map_err(|error| Failure::new("bad_data", format!("{error}.")))
}

/// A name that can be shown: not empty, short, on one line.
fn name(name: &str) -> Result<String, Failure> {
    let name = name.trim();
    let fine = (1..=24).contains(&name.chars().count()) && !name.contains(char::is_control);
    if fine {
        Ok(name.to_owned())
    } else {
        let message = "A name has 1 to 24 characters, all of which can be seen.";
        Err(Failure::new("bad_name", message))
    }
}

/// The answer to what was asked of a game: what came of it, as far as who asked may know.
#[derive(Serialize)]
pub(super) struct Answer<'a> {
    success: bool,
    action_type: &'a str,
    player_id: Option<&'a PlayerId>,
    effects: &'a [Effect],
    notifications: Vec<&'a Notification>,
    errors: &'a [Failure],
    fired: &'a [Firing],
    #[serde(flatten)]
    pub(super) more: More<'a>,
}

/// What some answers say beside.
#[derive(Serialize, Default)]
pub(super) struct More<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) game_id: Option<&'a GameId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) session_id: Option<&'a SessionId>,
    #[serde(skip_serializing_if = "Value::is_null")]
    pub(super) why: Value,
    #[serde(skip_serializing_if = "Value::is_null")]
    pub(super) request: Value,
}

impl<'a> Answer<'a> {
    /// What came of what this player did.
    pub(super) fn of(outcome: &'a Outcome, player: Option<&'a PlayerId>, more: More<'a>) -> Self {
        let may_know = |notification: &&Notification| concerns(notification, player);
        Self {
            success: outcome.success,
            action_type: &outcome.action_type,
            player_id: player,
            effects: &outcome.effects,
            notifications: outcome.notifications.iter().filter(may_know).collect(),
            errors: &outcome.errors,
            fired: &outcome.fired,
            more,
        }
    }
}

/// Whether this player, or one who has no seat, is told of it.
pub(super) fn concerns(notification: &Notification, player: Option<&PlayerId>) -> bool {
    match notification.r#type {
        NotificationType::Broadcast => true,
        NotificationType::Private => player.is_some() && notification.to.as_ref() == player,
    }
}

/// What the server says of its own accord.
#[derive(Serialize)]
#[serde(tag = "event", content = "data", rename_all = "snake_case")]
pub(super) enum Said<'a> {
    /// A message was not understood, or could not be taken.
    Error {
        code: &'a str,
        message: &'a str,
        #[serde(skip_serializing_if = "Value::is_null")]
        request: &'a Value,
    },
    /// Something happened in a game.
    Notification {
        game_id: &'a GameId,
        #[serde(flatten)]
        notification: &'a Notification,
    },
    /// A computer player has decided, and can be asked why; what it did is told next.
    Decision(Decided<'a>),
    /// How a game stands.
    GameState(State<'a>),
    /// What happened before a client began to follow a game.
    Past {
        game_id: &'a GameId,
        happened: Vec<Happened<'a>>,
    },
    /// Others wanted the place of a game: it is kept, and goes on when it is asked for.
    GameSetAside { game_id: &'a GameId },
}

/// What was told of one outcome.
#[derive(Serialize)]
pub(super) struct Happened<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) decision: Option<usize>,
    pub(super) notifications: Vec<&'a Notification>,
    /// The rules that fired, of the latest outcomes.
    #[serde(skip_serializing_if = "<[Firing]>::is_empty")]
    pub(super) fired: &'a [Firing],
}

/// A decision that can be asked about.
#[derive(Serialize)]
pub(super) struct Decided<'a> {
    pub(super) game_id: &'a GameId,
    pub(super) player_id: Option<&'a PlayerId>,
    pub(super) decision: usize,
}

/// How a game stands now for who reads this, what was done last, and which rules fired.
#[derive(Serialize)]
pub(super) struct State<'a> {
    pub(super) game_id: &'a GameId,
    /// How many inputs there have been.
    pub(super) number: u64,
    pub(super) action_type: &'a str,
    pub(super) player_id: Option<&'a PlayerId>,
    pub(super) view: Cow<'a, RawValue>,
    pub(super) fired: &'a [&'a Firing],
}

impl<'a> Said<'a> {
    /// An error event.
    pub(super) fn error(failure: &'a Failure, request: &'a Value) -> Self {
        Said::Error {
            code: &failure.code,
            message: &failure.message,
            request,
        }
    }
}
