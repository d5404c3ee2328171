//! Which games are in memory, and the way to each of them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::Value;
use tokio::sync::mpsc;

use super::limits::Limits;
use super::outbox::Outbox;
use super::protocol::{Create, Order};
use super::room::{self, Room};
use crate::store::{GameId, Store};
use crate::table::Failure;

/// How many letters wait for a room before who posts one waits.
const LETTERS: usize = 64;

/// Something for a room, and who wants to know what comes of it.
pub(super) struct Letter {
    pub(super) from: Outbox,
    pub(super) request: Value,
    pub(super) matter: Matter,
}

/// What is wanted.
pub(super) enum Matter {
    /// That the game begins to be.
    Create(Create),
    /// Something of the game that there is.
    Order(Order),
}

/// All rooms.
pub(super) struct Lobby {
    rooms: Mutex<HashMap<GameId, mpsc::Sender<Letter>>>,
    store: Store,
    limits: Limits,
}

impl Lobby {
    /// A lobby without rooms.
    pub(super) fn new(store: Store, limits: Limits) -> Arc<Self> {
        Arc::new(Self {
            rooms: Mutex::default(),
            store,
            limits,
        })
    }

    /// Brings a letter to the room of a game, which is made if it is not there.
    pub(super) async fn post(
        self: &Arc<Self>,
        game: &GameId,
        mut letter: Letter,
    ) -> Result<(), Failure> {
        loop {
            let door = self.door(game)?;
            match door.send(letter).await {
                Ok(()) => return Ok(()),
                // The room broke down: the letter goes to a new one.
                Err(mpsc::error::SendError(back)) => letter = back,
            }
        }
    }

    fn door(self: &Arc<Self>, game: &GameId) -> Result<mpsc::Sender<Letter>, Failure> {
        let mut rooms = self.rooms();
        // A room that broke down has left a closed door; the journal has all that was acknowledged.
        if let Some(door) = rooms.get(game).filter(|door| !door.is_closed()) {
            return Ok(door.clone());
        }
        if rooms.len() >= self.limits.games {
            let message = "As many games are under way as this server can hold.";
            return Err(Failure::new("too_many_games", message));
        }
        let (door, letters) = mpsc::channel(LETTERS);
        rooms.insert(game.clone(), door.clone());
        let room = Room::new(game.clone(), self.store.clone(), self.limits);
        tokio::spawn(room::run(room, letters, self.clone()));
        Ok(door)
    }

    /// Forgets a room for which nothing has come and nothing is on its way; the room ends then.
    pub(super) fn close(&self, game: &GameId, letters: &mpsc::Receiver<Letter>) -> bool {
        let mut rooms = self.rooms();
        // Whoever is about to post has a way of their own to the room, got while the map was locked.
        let quiet = letters.is_empty() && letters.sender_strong_count() == 1;
        if quiet {
            rooms.remove(game);
        }
        quiet
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<GameId, mpsc::Sender<Letter>>> {
        // The map is whole between two of its operations.
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
