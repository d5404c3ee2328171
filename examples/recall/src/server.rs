//! The server: games at tables, and clients that play at them over `WebSocket`s.
//!
//! A connection reads what its client sends and posts it to the room of a game; a room owns one table, does one
//! thing at a time, and has it written down before it says so; an outbox takes what a client is told, and gives a
//! client up that does not read. No one of them ever waits for a client.

mod connection;
mod hosted;
mod limits;
mod lobby;
mod outbox;
mod page;
mod protocol;
mod publish;
mod rest;
mod room;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::routing::{any, get};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

pub use limits::Limits;
use lobby::Lobby;

use crate::store::Store;

/// What all connections share.
struct Shared {
    lobby: Arc<Lobby>,
    limits: Limits,
    seats: Arc<Semaphore>,
}

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    router: Router,
}

impl Server {
    /// Listens at this address; port 0 lets the system choose one.
    ///
    /// # Errors
    ///
    /// Fails if it cannot.
    pub async fn bind(address: SocketAddr, store: Store, limits: Limits) -> io::Result<Self> {
        let listener = TcpListener::bind(address).await?;
        let shared = Arc::new(Shared {
            lobby: Lobby::new(store, limits),
            limits,
            seats: Arc::new(Semaphore::new(limits.connections)),
        });
        let router = Router::new()
            .route("/ws", any(connection::upgrade))
            .with_state(shared)
            .route("/api/tic-tac-toe/best", get(rest::best))
            .merge(page::routes())
            .fallback(rest::nothing_here);
        Ok(Self { listener, router })
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
        let stop = axum::serve(self.listener, self.router);
        tokio::select! {
            served = stop.into_future() => served,
            () = until => Ok(()),
        }
    }
}
