//! What is in a store, and what is wrong with it.

use std::fmt;

use redb::{Error, ReadTransaction, ReadableTable, ReadableTableMetadata};

use super::file::{DAMAGED, FINISHED, GAMES, JOURNAL};
use super::frame::Frame;
use super::journal::GameId;

/// What is in a store.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    /// How many games there are that can be read.
    pub games: u64,
    /// How many of them are over.
    pub finished: u64,
    /// The games that are set aside, and what is wrong with each.
    pub damaged: Vec<(GameId, String)>,
    /// Whether the file as a whole is damaged.
    pub file_is_damaged: bool,
    /// If the file was damaged and is mended: under which name the damaged one is kept.
    pub kept_as: Option<String>,
}

impl Report {
    /// Whether all is well.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.damaged.is_empty() && !self.file_is_damaged
    }

    /// What the tables say, and whether each record is as it was written.
    pub(super) fn of(transaction: &ReadTransaction) -> Result<Self, Error> {
        let mut damaged = Vec::new();
        for row in transaction.open_table(DAMAGED)?.iter()? {
            let (game, why) = row?;
            let game = GameId(game.value().to_owned());
            damaged.push((game, why.value().to_owned()));
        }
        let whole = |bytes: &[u8]| bytes.first() == Some(&b'{') || Frame::decode(bytes).is_some();
        let known = |damaged: &[(GameId, String)], name: &str| {
            damaged.iter().any(|(game, _)| game.0 == name)
        };
        let games = transaction.open_table(GAMES)?;
        for row in games.iter()? {
            let (game, header) = row?;
            if !whole(header.value()) && !known(&damaged, game.value()) {
                let why = "its header is damaged".to_owned();
                damaged.push((GameId(game.value().to_owned()), why));
            }
        }
        for row in transaction.open_table(JOURNAL)?.iter()? {
            let (key, record) = row?;
            let (game, number) = key.value();
            if !whole(record.value()) && !known(&damaged, game) {
                let why = format!("record {number} is damaged");
                damaged.push((GameId(game.to_owned()), why));
            }
        }
        let there = damaged
            .iter()
            .filter_map(|(game, _)| games.get(game.0.as_str()).ok()?);
        let unreadable = there.count() as u64;
        Ok(Self {
            games: games.len()?.saturating_sub(unreadable),
            finished: transaction.open_table(FINISHED)?.len()?,
            damaged,
            ..Self::default()
        })
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.file_is_damaged {
            writeln!(
                f,
                "the file is damaged; `recall store repair` keeps what is whole"
            )?;
        }
        if let Some(kept_as) = &self.kept_as {
            writeln!(f, "the file was damaged: it is kept as {kept_as}")?;
        }
        for (game, why) in &self.damaged {
            writeln!(f, "game {game} is set aside: {why}")?;
        }
        let Self {
            games, finished, ..
        } = self;
        write!(
            f,
            "games that can be read: {games}, of which {finished} are over"
        )
    }
}
