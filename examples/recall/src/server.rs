//! The server: games at tables, and clients that play at them over `WebSocket`s.
//!
//! A connection reads what its client sends and posts it to the room of a game; a room owns one table, does one
//! thing at a time, and has it written down before it says so; an outbox takes what a client is told, and gives a
//! client up that does not read. No one of them ever waits for a client.

mod clients;
mod connection;
mod door;
mod hosted;
mod limits;
mod lobby;
mod missing;
mod origin;
mod outbox;
mod page;
mod past;
mod protocol;
mod publish;
mod rest;
mod room;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::routing::{any, get};
use recall_game::sheets::Sheets;
use tokio::net::TcpListener;

use clients::Clients;
pub use limits::Limits;
use lobby::Lobby;
use origin::Origins;

use crate::store::Store;

/// What all connections share.
struct Shared {
    lobby: Arc<Lobby>,
    limits: Limits,
    clients: Arc<Clients>,
    origins: Origins,
}

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    store: Store,
    limits: Limits,
    origins: Origins,
    sheets: Sheets,
}

impl Server {
    /// Listens at this address; port 0 lets the system choose one.
    ///
    /// # Errors
    ///
    /// Fails if it cannot.
    pub async fn bind(address: SocketAddr, store: Store, limits: Limits) -> io::Result<Self> {
        let listener = TcpListener::bind(address).await?;
        let origins = Origins {
            others: Vec::new(),
            is_local: address.ip().is_loopback(),
        };
        Ok(Self {
            listener,
            store,
            limits,
            origins,
            sheets: Sheets::default(),
        })
    }

    /// Plays new games of Recall with these rows. Games that are kept go on with theirs.
    #[must_use]
    pub fn with_sheets(mut self, sheets: Sheets) -> Self {
        self.sheets = sheets;
        self
    }

    /// Lets pages from elsewhere connect as well, such as `https://games.example` where a proxy leads to this server.
    #[must_use]
    pub fn allowing(mut self, origins: Vec<String>) -> Self {
        self.origins.others = origins;
        self
    }

    /// Where it listens.
    ///
    /// # Errors
    ///
    /// Fails if the system does not say.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until the future is done.
    ///
    /// # Errors
    ///
    /// Fails if the system lets it wait for connections no longer.
    pub async fn run(self, until: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
        let Self {
            listener,
            store,
            limits,
            origins,
            sheets,
        } = self;
        let shared = Arc::new(Shared {
            lobby: Lobby::new(store, limits, sheets),
            limits,
            clients: Clients::new(limits),
            origins,
        });
        let router = Router::new()
            .route("/ws", any(connection::upgrade))
            .with_state(shared)
            .route("/api/tic-tac-toe/best", get(rest::best))
            .merge(page::routes())
            .fallback(rest::nothing_here);
        tokio::select! {
            never = door::serve(listener, router, limits) => match never {},
            () = until => Ok(()),
        }
    }
}
