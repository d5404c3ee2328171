//! Which games are in memory, and the way to each of them.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use recall_game::sheets::Sheets;
use recall_game::table::Failure;
use serde_json::Value;
use tokio::sync::{Notify, mpsc};

use super::limits::Limits;
use super::outbox::Outbox;
use super::protocol::{Create, Order};
use super::room::{self, Room};
use crate::store::{GameId, Store};

/// How many letters wait for a room before who posts one waits.
const LETTERS: usize = 64;

/// To how many rooms a letter is brought, each of which ends before it takes it in.
const ROOMS: usize = 8;

/// How long a new room has until somebody follows its game.
const NEW: Duration = Duration::from_secs(2);

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

/// A room, as who wants to come in finds it.
struct Known {
    door: mpsc::Sender<Letter>,
    /// The client for whose sake the room was made.
    client: usize,
    /// When something came for it last.
    wanted: Instant,
    bell: Arc<Bell>,
}

/// What room and lobby tell each other.
#[derive(Default)]
pub(super) struct Bell {
    /// Others want the room's place.
    pub(super) leave: Notify,
    /// Whether that has been said.
    leaving: AtomicBool,
    /// Whether anybody follows the game.
    pub(super) is_followed: AtomicBool,
}

impl Known {
    fn is_leaving(&self) -> bool {
        self.bell.leaving.load(Ordering::Relaxed)
    }

    fn is_followed(&self) -> bool {
        self.bell.is_followed.load(Ordering::Relaxed)
    }
}

/// All rooms.
pub(super) struct Lobby {
    rooms: Mutex<HashMap<GameId, Known>>,
    store: Store,
    limits: Limits,
    sheets: Arc<Sheets>,
}

impl Lobby {
    /// A lobby without rooms.
    pub(super) fn new(store: Store, limits: Limits, sheets: Sheets) -> Arc<Self> {
        Arc::new(Self {
            rooms: Mutex::default(),
            store,
            limits,
            sheets: Arc::new(sheets),
        })
    }

    /// Brings a letter to the room of a game, which is made if it is not there.
    pub(super) async fn post(
        self: &Arc<Self>,
        game: &GameId,
        mut letter: Letter,
    ) -> Result<(), Failure> {
        for _ in 0..ROOMS {
            let door = self.door(game, letter.from.client())?;
            match door.send(letter).await {
                Ok(()) => return Ok(()),
                // The room broke down: the letter goes to a new one.
                Err(mpsc::error::SendError(back)) => letter = back,
            }
        }
        // A server that is ending ends each room before it begins.
        let message = "The server is ending: try again in a moment.";
        Err(Failure::new("unavailable", message))
    }

    fn door(
        self: &Arc<Self>,
        game: &GameId,
        client: usize,
    ) -> Result<mpsc::Sender<Letter>, Failure> {
        let mut rooms = self.rooms();
        // A room that broke down has left a closed door; the journal has all that was acknowledged.
        if let Some(known) = rooms.get_mut(game).filter(|known| !known.door.is_closed()) {
            known.wanted = Instant::now();
            return Ok(known.door.clone());
        }
        make_place(&rooms, client, &self.limits)?;
        let (door, letters) = mpsc::channel(LETTERS);
        let bell = Arc::<Bell>::default();
        let known = Known {
            door: door.clone(),
            client,
            wanted: Instant::now(),
            bell: bell.clone(),
        };
        rooms.insert(game.clone(), known);
        let (store, sheets) = (self.store.clone(), self.sheets.clone());
        let room = Room::new(game.clone(), store, self.limits, sheets);
        tokio::spawn(room::run(room, letters, bell, self.clone()));
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

    fn rooms(&self) -> MutexGuard<'_, HashMap<GameId, Known>> {
        // The map is whole between two of its operations.
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Sees to it that a client's game finds a place. One that nobody follows makes room for it, or one of the client that
/// has most, if that are clearly more: it leaves memory, and comes back when it is asked for.
fn make_place(
    rooms: &HashMap<GameId, Known>,
    client: usize,
    limits: &Limits,
) -> Result<(), Failure> {
    let stay = || rooms.values().filter(|known| !known.is_leaving());
    let mut counts: HashMap<usize, usize> = HashMap::new();
    for known in stay().filter(|known| known.is_followed()) {
        *counts.entry(known.client).or_default() += 1;
    }
    let own = counts.get(&client).copied().unwrap_or(0);
    if own >= limits.games_each {
        let message = "You have as many games under way as one client can: leave one of them.";
        return Err(Failure::new("too_many_games", message));
    }
    if stay().count() < limits.games {
        return Ok(());
    }
    let most = counts.values().max().copied().unwrap_or(0);
    let oldest =
        |which: &dyn Fn(&&Known) -> bool| stay().filter(which).min_by_key(|known| known.wanted);
    let unfollowed = oldest(&|known| !known.is_followed() && known.wanted.elapsed() > NEW);
    let of_most = || {
        let is_his = |known: &&Known| counts.get(&known.client) == Some(&most);
        (most > own + 1).then(|| oldest(&is_his))?
    };
    let Some(known) = unfollowed.or_else(of_most) else {
        let message = "As many games are under way as this server can hold.";
        return Err(Failure::new("too_many_games", message));
    };
    known.bell.leaving.store(true, Ordering::Relaxed);
    known.bell.leave.notify_one();
    Ok(())
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;
    use tokio::runtime::Runtime;

    use super::*;
    use crate::server::outbox::outbox;

    #[test]
    fn a_letter_to_a_server_that_is_ending_comes_back() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::open(folder.path()).expect("a store");
        let lobby = Lobby::new(store, Limits::default(), Sheets::default());
        let (from, _queue) = outbox(1);
        let letter = Letter {
            from,
            request: Value::Null,
            matter: Matter::Order(Order::Subscribe),
        };
        let runtime = Runtime::new().expect("a runtime");
        let handle = runtime.handle().clone();
        runtime.shutdown_timeout(Duration::from_secs(10));
        // What is spawned from here on ends at once.
        let _entered = handle.enter();
        let game = GameId::random();
        let posted = lobby.post(&game, letter).now_or_never();
        let failure = posted.expect("nothing is waited for").unwrap_err();
        assert_eq!(failure.code, "unavailable");
    }
}
