//! A game in memory: its table, and who its players are.

use std::time::{SystemTime, UNIX_EPOCH};

use crate::store::{Header, Record, SessionId, Stored};
use crate::table::{Failure, Input, Millis, Outcome, PlayerId, Table};

/// A game in memory.
pub(super) struct Hosted {
    pub(super) table: Box<dyn Table>,
    created: Millis,
    /// How many records there are.
    pub(super) written: u64,
    /// By the players' tokens, in the order in which they joined.
    sessions: Vec<(SessionId, PlayerId)>,
    /// How many have joined, computer players included.
    joined: usize,
}

impl Hosted {
    /// A game at which nobody sits yet.
    pub(super) fn new(header: &Header) -> Result<Self, Failure> {
        let table = header.kind.table(header.seed, &header.options);
        Ok(Self {
            table: table.map_err(|error| Failure::new("bad_options", format!("{error}.")))?,
            created: header.created,
            written: 0,
            sessions: Vec::new(),
            joined: 0,
        })
    }

    /// The game as it was written.
    pub(super) fn replay(stored: Stored) -> Result<Self, Failure> {
        let mut hosted = Self::new(&stored.header)?;
        for Record { input, session } in stored.records {
            if !hosted.apply(&input, session.as_ref()).success {
                let message = "This game was played by other rules, and cannot be read.";
                return Err(Failure::new("unreadable_game", message));
            }
            hosted.written += 1;
        }
        Ok(hosted)
    }

    /// Does it, and remembers by which token a player who has joined is known.
    pub(super) fn apply(&mut self, input: &Input, session: Option<&SessionId>) -> Outcome {
        let outcome = self.table.apply(input);
        if let Input::Join { player, .. } = input
            && outcome.success
        {
            self.joined += 1;
            let session = session.map(|session| (session.clone(), player.clone()));
            self.sessions.extend(session);
        }
        outcome
    }

    /// What lets a person join, and the secret that is to be theirs.
    pub(super) fn human(&self, name: String) -> (Input, SessionId) {
        let player = PlayerId(format!("player_{}", self.joined + 1));
        let computer = false;
        let join = Input::Join {
            player,
            name,
            computer,
        };
        (join, SessionId::random())
    }

    /// What lets a computer player join.
    pub(super) fn computer(&self) -> Input {
        let number = self.joined + 1;
        Input::Join {
            player: PlayerId(format!("player_{number}")),
            name: format!("Computer {number}"),
            computer: true,
        }
    }

    /// Who is known by a token.
    pub(super) fn player(&self, session: &SessionId) -> Result<&PlayerId, Failure> {
        let known = self.sessions.iter().find(|(known, _)| known == session);
        let unknown = || Failure::new("unknown_session", "You are no player of this game.");
        known.map(|(_, player)| player).ok_or_else(unknown)
    }

    /// The table's time.
    pub(super) fn now(&self) -> Millis {
        unix_now().saturating_sub(self.created)
    }
}

/// Milliseconds since 1970.
pub(super) fn unix_now() -> Millis {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as Millis)
}
