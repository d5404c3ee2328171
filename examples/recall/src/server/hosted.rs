//! A game in memory: its table, and who its players are.

use std::borrow::Cow;
use std::collections::BTreeSet;

use recall_game::table::{Failure, Input, Millis, Outcome, PlayerId, Table};
use serde_json::value::RawValue;

use super::past::Past;
use crate::store::{Header, Record, SessionId, Stored};
use crate::time::unix_now;

/// A game in memory.
pub(super) struct Hosted {
    pub(super) table: Box<dyn Table>,
    /// What everybody sees of the table, where that has been looked at since it changed.
    open: Option<Box<RawValue>>,
    created: Millis,
    /// How many records there are.
    pub(super) written: u64,
    /// By the players' tokens, in the order in which they joined.
    sessions: Vec<(SessionId, PlayerId)>,
    /// The names of those who have joined, computer players included.
    names: Vec<String>,
    begun: bool,
    /// The players who have gone away.
    away: BTreeSet<PlayerId>,
    pub(super) past: Past,
}

impl Hosted {
    /// A game at which nobody sits yet.
    pub(super) fn new(header: &Header) -> Result<Self, Failure> {
        let Header {
            kind,
            seed,
            options,
            sheets,
            ..
        } = header;
        let table = kind.table_with(*seed, options, sheets);
        Ok(Self {
            table: table.map_err(|error| Failure::new("bad_options", format!("{error}.")))?,
            open: None,
            created: header.created,
            written: 0,
            sessions: Vec::new(),
            names: Vec::new(),
            begun: false,
            away: BTreeSet::new(),
            past: Past::default(),
        })
    }

    /// The game as it was written. Where the rules are not those by which it was played, it goes on if they make the
    /// same of it.
    pub(super) fn replay(stored: Stored) -> Result<Self, Failure> {
        let Stored { header, records } = stored;
        let mut hosted = Self::new(&header).map_err(|_| unreadable(&header))?;
        for Record {
            input,
            session,
            seen,
        } in records
        {
            let accepted = hosted.apply(&input, session.as_ref()).success;
            if !accepted || seen.is_some_and(|seen| seen != hosted.seen()) {
                return Err(unreadable(&header));
            }
            hosted.written += 1;
        }
        Ok(hosted)
    }

    /// Counts records that are about to be written, and lets the last say what the table looks like after them.
    pub(super) fn seal(&mut self, records: &mut [Record]) {
        self.written += records.len() as u64;
        if let Some(last) = records.last_mut() {
            last.seen = Some(self.seen());
        }
    }

    /// A checksum of what everybody sees.
    fn seen(&mut self) -> u32 {
        let open = (self.open).get_or_insert_with(|| self.table.view_text(None));
        crc32fast::hash(open.get().as_bytes())
    }

    /// Forgets what everybody sees: all have been told.
    pub(super) fn rest(&mut self) {
        self.open = None;
    }

    /// What a player sees of the table, or one who has no seat.
    pub(super) fn view(&self, player: Option<&PlayerId>) -> Cow<'_, RawValue> {
        match (&self.open, player) {
            (Some(open), None) => Cow::Borrowed(open),
            _ => Cow::Owned(self.table.view_text(player)),
        }
    }

    /// Does it, and remembers by which token a player who has joined is known.
    pub(super) fn apply(&mut self, input: &Input, session: Option<&SessionId>) -> Outcome {
        self.open = None;
        let outcome = self.table.apply(input);
        self.past.keep(&outcome);
        if let Input::Join { player, name, .. } = input
            && outcome.success
        {
            self.names.push(name.clone());
            let session = session.map(|session| (session.clone(), player.clone()));
            self.sessions.extend(session);
        }
        if outcome.success {
            match input {
                Input::Leave { player } => _ = self.away.insert(player.clone()),
                Input::Rejoin { player } => _ = self.away.remove(player),
                Input::Act { .. } => self.begun |= outcome.action_type == "start_game",
                Input::Join { .. } | Input::Clock { .. } => {}
            }
        }
        outcome
    }

    /// What lets a person join, and the secret that is to be theirs.
    pub(super) fn human(&self, name: String) -> (Input, SessionId) {
        let player = PlayerId(format!("player_{}", self.names.len() + 1));
        let join = Input::Join {
            player,
            name: self.distinct(name),
            computer: false,
        };
        (join, SessionId::random())
    }

    /// What lets a computer player join.
    pub(super) fn computer(&self) -> Input {
        let number = self.names.len() + 1;
        Input::Join {
            player: PlayerId(format!("player_{number}")),
            name: self.distinct(format!("Computer {number}")),
            computer: true,
        }
    }

    /// The name, with a number where somebody has it already.
    fn distinct(&self, name: String) -> String {
        let is_taken = |name: &String| {
            let lower = name.to_lowercase();
            self.names.iter().any(|other| other.to_lowercase() == lower)
        };
        if !is_taken(&name) {
            return name;
        }
        let numbered = (2..).map(|number| format!("{name} {number}"));
        let mut free = numbered.filter(|name| !is_taken(name));
        free.next().expect("there is always another number")
    }

    /// Who is known by a token.
    pub(super) fn player(&self, session: &SessionId) -> Result<&PlayerId, Failure> {
        let known = self.sessions.iter().find(|(known, _)| known == session);
        let unknown = || Failure::new("unknown_session", "You are no player of this game.");
        known.map(|(_, player)| player).ok_or_else(unknown)
    }

    /// Whether the game has begun and is not over.
    pub(super) fn is_under_way(&self) -> bool {
        self.begun && !self.table.is_over()
    }

    /// The players that are people.
    pub(super) fn people(&self) -> impl Iterator<Item = &PlayerId> {
        self.sessions.iter().map(|(_, player)| player)
    }

    /// Whether a player has gone away.
    pub(super) fn is_away(&self, player: &PlayerId) -> bool {
        self.away.contains(player)
    }

    /// The table's time.
    pub(super) fn now(&self) -> Millis {
        unix_now().saturating_sub(self.created)
    }
}

/// Why a game that was kept cannot go on.
fn unreadable(header: &Header) -> Failure {
    let (then, now) = (&header.rules, header.kind.rules());
    if then == now {
        let message = "What was kept of this game is damaged: it is set aside.";
        return Failure::new("damaged_game", message);
    }
    let message = format!(
        "This game was played by other rules (version {then}, and now it is {now}): it cannot go on."
    );
    Failure::new("other_rules", message)
}
