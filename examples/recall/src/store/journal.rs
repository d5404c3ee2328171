//! What is kept of a game.

use std::fmt::{self, Write as _};

use recall_game::sheets::Sheets;
use recall_game::table::{Input, Millis};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::tables::Kind;

/// The name of a game, which anyone may know.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GameId(pub String);

impl GameId {
    /// A name that no other game has.
    ///
    /// # Panics
    ///
    /// Panics if the system gives no random numbers.
    #[must_use]
    pub fn random() -> Self {
        Self(random_text::<8>())
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What makes a client a player: a secret that cannot be guessed. It has no `Debug` that would tell it.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SessionId(pub String);

impl SessionId {
    /// 128 random bits.
    ///
    /// # Panics
    ///
    /// Panics if the system gives no random numbers.
    #[must_use]
    pub fn random() -> Self {
        Self(random_text::<16>())
    }
}

impl fmt::Debug for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SessionId(…)")
    }
}

fn random_text<const BYTES: usize>() -> String {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes).expect("the system gives random numbers");
    bytes.iter().fold(String::new(), |mut text, byte| {
        _ = write!(text, "{byte:02x}");
        text
    })
}

/// What a game is, whatever happens in it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// Which game.
    pub kind: Kind,
    /// What all chance in it comes from.
    pub seed: u64,
    /// What was chosen when it was made.
    pub options: Value,
    /// When it was made, in milliseconds since 1970; its table's clock counts from then.
    pub created: Millis,
    /// By which version of the rules it is played; see [`Kind::rules`].
    #[serde(default)]
    pub rules: String,
    /// The rows with which it is played, where they are not those of the rules.
    #[serde(default, skip_serializing_if = "Sheets::is_empty")]
    pub sheets: Sheets,
}

/// An accepted input.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The input.
    pub input: Input,
    /// What a player who joined will be known by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<SessionId>,
    /// A checksum of what everybody sees of the table after it; of several that are written together the last has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<u32>,
}

impl Record {
    /// A record that says nothing yet of what comes of it.
    #[must_use]
    pub fn new(input: Input, session: Option<SessionId>) -> Self {
        let seen = None;
        Self {
            input,
            session,
            seen,
        }
    }
}

/// A game as it was kept.
#[derive(Debug, Clone, PartialEq)]
pub struct Stored {
    /// What it is.
    pub header: Header,
    /// Its inputs.
    pub records: Vec<Record>,
}
