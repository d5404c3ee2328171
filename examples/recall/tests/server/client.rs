//! A server in the test's own process, and clients of it.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use recall::server::{Limits, Server};
use recall::store::Store;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// How long anything is waited for.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// A server with a folder of its own.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    task: JoinHandle<()>,
    folder: Option<TempDir>,
}

impl Running {
    /// With limits that no test comes near unless it wants to.
    pub(crate) async fn start() -> Self {
        Self::with_limits(generous()).await
    }

    pub(crate) async fn with_limits(limits: Limits) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::open(folder.path()).expect("a store");
        let mut running = Self::with_store(store, limits).await;
        running.folder = Some(folder);
        running
    }

    pub(crate) async fn with_store(store: Store, limits: Limits) -> Self {
        let any = SocketAddr::from(([127, 0, 0, 1], 0));
        let server = Server::bind(any, store, limits).await.expect("a port");
        let address = server.address().expect("an address");
        let task = tokio::spawn(async move {
            server.run(std::future::pending()).await.expect("it serves");
        });
        Self {
            address,
            task,
            folder: None,
        }
    }

    pub(crate) async fn client(&self) -> Client {
        Client::connect(self.address).await
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Limits that let a test send what it likes.
pub(crate) fn generous() -> Limits {
    Limits {
        rate: 1_000_000,
        burst: 1_000_000,
        unread: 4096,
        ..Limits::default()
    }
}

/// A client.
pub(crate) struct Client {
    pub(crate) socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// What came while something else was waited for.
    events: VecDeque<Value>,
}

impl Client {
    pub(crate) async fn connect(address: SocketAddr) -> Self {
        Self::try_connect(address).await.expect("a connection")
    }

    /// None if there is no server.
    pub(crate) async fn try_connect(address: SocketAddr) -> Option<Self> {
        let (socket, _) = connect_async(format!("ws://{address}/ws")).await.ok()?;
        let events = VecDeque::new();
        Some(Self { socket, events })
    }

    pub(crate) async fn send(&mut self, event: &str, data: Value) {
        self.send_text(&json!({ "event": event, "data": data }).to_string())
            .await;
    }

    pub(crate) async fn send_text(&mut self, text: &str) {
        let message = Message::text(text);
        self.socket.send(message).await.expect("it is sent");
    }

    /// The next message, whatever it is; none when the connection has ended.
    pub(crate) async fn receive(&mut self) -> Option<Value> {
        let next = async {
            loop {
                match self.socket.next().await? {
                    Ok(Message::Text(text)) => {
                        return Some(serde_json::from_str(&text).expect("JSON"));
                    }
                    Ok(Message::Close(_)) | Err(_) => return None,
                    Ok(_) => {}
                }
            }
        };
        timeout(PATIENCE, next).await.expect("a message comes")
    }

    /// The next message that is no ping; none when the connection has ended.
    pub(crate) async fn message(&mut self) -> Option<Message> {
        let next = async {
            loop {
                match self.socket.next().await?.ok()? {
                    Message::Ping(_) | Message::Pong(_) => {}
                    message => return Some(message),
                }
            }
        };
        timeout(PATIENCE, next).await.expect("a message comes")
    }

    /// Sends something, and waits for the answer or the error that it brings.
    pub(crate) async fn ask(&mut self, event: &str, data: Value) -> Value {
        self.send(event, data).await;
        self.answer().await
    }

    /// The same; none if the connection ends before.
    pub(crate) async fn try_ask(&mut self, event: &str, data: Value) -> Option<Value> {
        let text = json!({ "event": event, "data": data }).to_string();
        self.socket.send(Message::text(text)).await.ok()?;
        self.try_answer().await
    }

    /// The next answer or error.
    pub(crate) async fn answer(&mut self) -> Value {
        self.try_answer().await.expect("an answer")
    }

    async fn try_answer(&mut self) -> Option<Value> {
        loop {
            let message = self.receive().await?;
            if message.get("event").is_none() || message["event"] == "error" {
                return Some(message);
            }
            self.events.push_back(message);
        }
    }

    /// The data of the next event of this name.
    pub(crate) async fn event(&mut self, name: &str) -> Value {
        self.try_event(name).await.expect("an event")
    }

    /// The same; none if the connection ends before.
    pub(crate) async fn try_event(&mut self, name: &str) -> Option<Value> {
        loop {
            let message = match self.events.pop_front() {
                Some(message) => message,
                None => self.receive().await?,
            };
            if message["event"] == name {
                return Some(message["data"].clone());
            }
        }
    }

    /// The next state of a game that satisfies this.
    pub(crate) async fn state(&mut self, satisfies: impl Fn(&Value) -> bool) -> Value {
        loop {
            let state = self.event("game_state").await;
            if satisfies(&state["view"]) {
                return state;
            }
        }
    }

    /// Makes a game; says its name and the token of the player who made it.
    pub(crate) async fn create(&mut self, game: &str, options: Value, computers: u8) -> Seat {
        let data = json!({
            "game": game,
            "name": "Ann",
            "options": options,
            "computers": computers,
        });
        Seat::of(&self.ask("recall_create_game", data).await)
    }

    /// Joins a game.
    pub(crate) async fn join(&mut self, game: &str, name: &str) -> Seat {
        let data = json!({ "game_id": game, "name": name });
        Seat::of(&self.ask("recall_join_game", data).await)
    }

    /// Acts as a player.
    pub(crate) async fn act(&mut self, seat: &Seat, action: Value) -> Value {
        self.ask("recall_player_action", seat.with(action)).await
    }
}

/// A player's place in a game.
#[derive(Debug, Clone)]
pub(crate) struct Seat {
    pub(crate) game: String,
    pub(crate) session: String,
    pub(crate) player: String,
}

impl Seat {
    pub(crate) fn of(answer: &Value) -> Self {
        assert_eq!(answer["success"], true, "{answer}");
        let text = |name: &str| answer[name].as_str().expect(name).to_owned();
        Self {
            game: text("game_id"),
            session: text("session_id"),
            player: text("player_id"),
        }
    }

    /// An object that says who asks, and of which game.
    pub(crate) fn with(&self, mut data: Value) -> Value {
        data["session_id"] = self.session.clone().into();
        data["game_id"] = self.game.clone().into();
        data
    }
}
