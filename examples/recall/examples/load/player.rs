//! Clients: one that plays a game against computer players, one that watches.

use std::error::Error;
use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::{Instant, timeout_at};
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::report::Figures;

/// Why a client cannot go on.
pub(crate) type Failed = Box<dyn Error + Send + Sync>;
type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// When it is counted what is done.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Window {
    pub(crate) start: Instant,
    pub(crate) end: Instant,
}

/// Where clients read it, once it is known.
pub(crate) type Told = watch::Receiver<Option<Window>>;

/// How long it is at the most until a client looks whether it is known.
const LOOK: Duration = Duration::from_millis(500);

/// After how many turns Recall is called.
const LONG: u64 = 12;

/// A client with a seat in a game.
pub(crate) struct Player {
    socket: Socket,
    kind: String,
    seat: Value,
    /// How the game stands, until something is done about it.
    view: Option<Box<RawValue>>,
    figures: Figures,
}

impl Player {
    /// Makes a game with two computer players, or one at noughts and crosses, and begins it.
    pub(crate) async fn seated(address: SocketAddr, kind: &str) -> Result<Self, Failed> {
        let (socket, _) = connect_async(format!("ws://{address}/ws")).await?;
        let mut player = Self {
            socket,
            kind: kind.to_owned(),
            seat: Value::Null,
            view: None,
            figures: Figures::default(),
        };
        player.begin().await?;
        Ok(player)
    }

    /// The game that is played.
    pub(crate) fn game(&self) -> &str {
        self.seat["game_id"].as_str().unwrap_or_default()
    }

    async fn begin(&mut self) -> Result<(), Failed> {
        let options = match self.kind.as_str() {
            "recall" => Value::Null,
            _ => json!({ "pace": 20 }),
        };
        let computers = if self.kind == "tic_tac_toe" { 1 } else { 2 };
        let data = json!({
            "game": self.kind,
            "name": "Load",
            "computers": computers,
            "options": options,
        });
        let answer = self.ask("recall_create_game", data).await?;
        if answer["success"] != true {
            return Err(format!("no game: {answer}").into());
        }
        self.seat = json!({
            "game_id": answer["game_id"],
            "session_id": answer["session_id"],
        });
        self.ask("recall_start_game", self.seat.clone()).await?;
        Ok(())
    }

    /// Plays, one game after the other, until the window is over. What is done outside of it is not counted.
    pub(crate) async fn play(mut self, told: Told) -> Result<Figures, Failed> {
        let mut counts = false;
        loop {
            let window = *told.borrow();
            if !counts && window.is_some_and(|window| Instant::now() >= window.start) {
                counts = true;
                self.figures = Figures::default();
            }
            let look = Instant::now() + LOOK;
            let end = window.map_or(look, |window| window.end);
            if Instant::now() >= end {
                return Ok(self.figures);
            }
            let Some(view) = self.view.take() else {
                if let Ok(message) = timeout_at(end.min(look), self.next()).await {
                    _ = message?;
                }
                continue;
            };
            let view: Value = serde_json::from_str(view.get())?;
            if view["phase"] == "finished" {
                self.figures.finished += 1;
                // As the page does, which follows one game at a time.
                let over = json!({ "game_id": self.seat["game_id"] });
                self.ask("recall_unsubscribe", over).await?;
                self.begin().await?;
                continue;
            }
            let Some(mut action) = action(&view) else {
                continue;
            };
            for name in ["game_id", "session_id"] {
                action[name] = self.seat[name].clone();
            }
            let begun = Instant::now();
            let answer = self.ask("recall_player_action", action).await?;
            if answer["success"] == true {
                self.figures.latencies.push(begun.elapsed());
            } else {
                self.figures.refused += 1;
            }
        }
    }

    async fn ask(&mut self, event: &str, data: Value) -> Result<Value, Failed> {
        let text = json!({ "event": event, "data": data }).to_string();
        self.socket.send(Message::text(text)).await?;
        loop {
            if let Some(answer) = self.next().await? {
                return Ok(serde_json::from_str(&answer)?);
            }
        }
    }

    /// Takes the next message, which is given back if it is an answer; the last state of the game is kept.
    async fn next(&mut self) -> Result<Option<Utf8Bytes>, Failed> {
        loop {
            let message = self.socket.next().await.ok_or("the server has gone")??;
            let Message::Text(text) = message else {
                continue;
            };
            self.figures.told += 1;
            let Heard { event, data } = serde_json::from_str(&text)?;
            match (event, data) {
                (None | Some("error"), _) => return Ok(Some(text)),
                (Some("game_state"), Some(data)) => {
                    let state: State = serde_json::from_str(data.get())?;
                    if self.seat["game_id"] == state.game_id {
                        self.view = Some(state.view.to_owned());
                        self.figures.changes += 1;
                    }
                }
                _ => {}
            }
            return Ok(None);
        }
    }
}

/// A message, read as far as a client has to that waits for its turn.
#[derive(Deserialize)]
struct Heard<'m> {
    event: Option<&'m str>,
    #[serde(borrow)]
    data: Option<&'m RawValue>,
}

/// How a game stands, read as far.
#[derive(Deserialize)]
struct State<'m> {
    game_id: &'m str,
    #[serde(borrow)]
    view: &'m RawValue,
}

/// Follows a game, and says how much was told in the window.
pub(crate) async fn follow(
    address: SocketAddr,
    game: String,
    mut window: Told,
) -> Result<u64, Failed> {
    let (mut socket, _) = connect_async(format!("ws://{address}/ws")).await?;
    let data = json!({ "game_id": game });
    let text = json!({ "event": "recall_subscribe", "data": data }).to_string();
    socket.send(Message::text(text)).await?;
    let mut told = 0;
    let mut counted: Option<Window> = None;
    loop {
        let end = counted.map_or_else(|| Instant::now() + LOOK, |window| window.end);
        let message = timeout_at(end, socket.next()).await;
        if counted.is_none() {
            counted = *window.borrow_and_update();
        } else if message.is_err() {
            return Ok(told);
        }
        if let Ok(message) = message {
            let message = message.ok_or("the server has gone")??;
            told += u64::from(counted.is_some() && message.is_text());
        }
    }
}

/// Something that can be done; nothing if it is not this player's turn.
fn action(view: &Value) -> Option<Value> {
    match view["game"].as_str()? {
        "recall" => at_recall(view),
        "crazy_eights" if !view["round_end"].is_null() => Some(json!({ "action_type": "deal" })),
        "crazy_eights" => view["offers"].get(0).cloned(),
        _ => {
            let mine = view["turn"] == view["you"];
            let free = view["cells"].as_array()?.iter().position(Value::is_null);
            let cell = free.filter(|_| mine)?;
            Some(json!({ "action_type": "play_move", "cell": cell }))
        }
    }
}

/// Draws and puts the card in the first place; after some turns calls Recall.
fn at_recall(view: &Value) -> Option<Value> {
    let may = |action: &str| {
        let actions = view["actions"].as_array();
        actions.is_some_and(|actions| actions.iter().any(|other| other == action))
    };
    let plain = |action: &str| Some(json!({ "action_type": action }));
    if may("call_recall") && view["turns"].as_u64()? > LONG {
        plain("call_recall")
    } else if may("draw") {
        plain("draw")
    } else if may("replace") {
        let players = view["players"].as_array()?;
        let own = players
            .iter()
            .find(|player| player["player_id"] == view["you"])?;
        let slot = &own["cards"].get(0)?["slot"];
        Some(json!({ "action_type": "replace", "slot": slot }))
    } else {
        None
    }
}
