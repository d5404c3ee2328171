//! Clients: one that plays a game against computer players, one that watches.

use std::error::Error;
use std::net::SocketAddr;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout_at};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::report::Figures;

/// Why a client cannot go on.
pub(crate) type Failed = Box<dyn Error + Send + Sync>;
type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// After how many turns Recall is called.
const LONG: u64 = 12;

/// A client with a seat in a game.
pub(crate) struct Player {
    socket: Socket,
    kind: String,
    seat: Value,
    /// How the game stands, until something is done about it.
    view: Option<Value>,
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

    /// Plays, one game after the other, until it is time to stop. What is done before `start` is not counted.
    pub(crate) async fn play(mut self, start: Instant, end: Instant) -> Result<Figures, Failed> {
        let mut counts = false;
        while Instant::now() < end {
            if !counts && Instant::now() >= start {
                counts = true;
                self.figures = Figures::default();
            }
            let Some(view) = self.view.take() else {
                match timeout_at(end, self.next()).await {
                    Ok(message) => _ = message?,
                    Err(_) => break,
                }
                continue;
            };
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
        Ok(self.figures)
    }

    async fn ask(&mut self, event: &str, data: Value) -> Result<Value, Failed> {
        let text = json!({ "event": event, "data": data }).to_string();
        self.socket.send(Message::text(text)).await?;
        loop {
            let message = self.next().await?;
            if message.get("event").is_none() || message["event"] == "error" {
                return Ok(message);
            }
        }
    }

    /// The next message; the last state of the game is kept.
    async fn next(&mut self) -> Result<Value, Failed> {
        loop {
            let message = self.socket.next().await.ok_or("the server has gone")??;
            let Message::Text(text) = message else {
                continue;
            };
            self.figures.told += 1;
            let message: Value = serde_json::from_str(&text)?;
            let data = &message["data"];
            if message["event"] == "game_state" && data["game_id"] == self.seat["game_id"] {
                self.view = Some(data["view"].clone());
                self.figures.changes += 1;
            }
            return Ok(message);
        }
    }
}

/// Follows a game, and says how much was told.
pub(crate) async fn watch(address: SocketAddr, game: String, end: Instant) -> Result<u64, Failed> {
    let (mut socket, _) = connect_async(format!("ws://{address}/ws")).await?;
    let data = json!({ "game_id": game });
    let text = json!({ "event": "recall_subscribe", "data": data }).to_string();
    socket.send(Message::text(text)).await?;
    let mut told = 0;
    while let Ok(message) = timeout_at(end, socket.next()).await {
        told += u64::from(message.ok_or("the server has gone")??.is_text());
    }
    Ok(told)
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
