//! The journals in the file: its tables, and what is done to them in one transaction.

use std::fmt;
use std::path::PathBuf;

use redb::{
    Database, DatabaseError, Error, ReadableDatabase, ReadableTable, ReadableTableMetadata,
    StorageBackend, TableDefinition, WriteTransaction,
};

use super::StoreError;
use super::journal::{GameId, Stored};
use super::writer::Write;

/// Headers by game, as JSON.
const GAMES: TableDefinition<&str, &[u8]> = TableDefinition::new("games");
/// Records by game and number, as JSON.
const JOURNAL: TableDefinition<(&str, u64), &[u8]> = TableDefinition::new("journal");
/// The games that are over, in the order in which they ended.
const FINISHED: TableDefinition<u64, &str> = TableDefinition::new("finished");

/// How many finished games are kept; the one that ended first goes first.
const KEPT: u64 = 10_000;
/// How many games are kept in all.
const MOST: u64 = 100_000;

/// Where the bytes of a file are, for tests that let writing fail.
pub trait Backend: Send {
    /// Opens them, again after each failure.
    ///
    /// # Errors
    ///
    /// Fails if they cannot be opened.
    fn open(&self) -> Result<Database, DatabaseError>;
}

impl<B: StorageBackend, F: Fn() -> B + Send> Backend for F {
    fn open(&self) -> Result<Database, DatabaseError> {
        Database::builder().create_with_backend(self())
    }
}

/// A file in the file system.
struct File(PathBuf);

impl Backend for File {
    fn open(&self) -> Result<Database, DatabaseError> {
        Database::create(&self.0)
    }
}

/// The journals of all games.
pub struct Journals {
    backend: Box<dyn Backend>,
    database: Option<Database>,
}

impl fmt::Debug for Journals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Journals").finish_non_exhaustive()
    }
}

impl Journals {
    /// Journals in a file.
    #[must_use]
    pub fn in_file(path: PathBuf) -> Self {
        Self::behind(File(path))
    }

    /// Journals behind a backend.
    #[must_use]
    pub fn behind(backend: impl Backend + 'static) -> Self {
        Self {
            backend: Box::new(backend),
            database: None,
        }
    }

    /// Opens the file, if it is not open.
    pub(super) fn open(&mut self) -> Result<&Database, Error> {
        if self.database.is_none() {
            let database = self.backend.open()?;
            // The tables are there from the beginning, so that reading finds them.
            let transaction = database.begin_write()?;
            transaction.open_table(GAMES)?;
            transaction.open_table(JOURNAL)?;
            transaction.open_table(FINISHED)?;
            transaction.commit()?;
            self.database = Some(database);
        }
        Ok(self.database.as_ref().expect("it has just been opened"))
    }

    /// Does all of these or none.
    pub(super) fn write<'w>(
        &mut self,
        writes: impl Iterator<Item = &'w Write>,
    ) -> Result<(), StoreError> {
        let written = self.open().and_then(|database| {
            let transaction = database.begin_write()?;
            for write in writes {
                append(&transaction, write)?;
            }
            prune(&transaction)?;
            transaction.commit()?;
            Ok(())
        });
        self.unless_broken(written)
    }

    /// Reads a game.
    pub(super) fn load(&mut self, game: &GameId) -> Result<Option<Stored>, StoreError> {
        let read = self.open().and_then(|database| {
            let transaction = database.begin_read()?;
            let games = transaction.open_table(GAMES)?;
            let Some(header) = games.get(game.0.as_str())? else {
                return Ok(None);
            };
            let journal = transaction.open_table(JOURNAL)?;
            let name = game.0.as_str();
            let records = journal.range((name, 0)..=(name, u64::MAX))?;
            let records = records
                .map(|record| Ok(record?.1.value().to_vec()))
                .collect::<Result<Vec<_>, Error>>()?;
            Ok(Some((header.value().to_vec(), records)))
        });
        let Some((header, records)) = self.unless_broken(read)? else {
            return Ok(None);
        };
        let header = serde_json::from_slice(&header).map_err(StoreError::new)?;
        let records = records.iter().map(|record| serde_json::from_slice(record));
        let records = records.collect::<Result<_, _>>().map_err(StoreError::new)?;
        Ok(Some(Stored { header, records }))
    }

    /// After a failure the file is closed, and opened anew for what comes next: what of it can be trusted is found
    /// out then.
    fn unless_broken<T>(&mut self, done: Result<T, Error>) -> Result<T, StoreError> {
        done.map_err(|error| {
            self.database = None;
            StoreError::new(error)
        })
    }
}

fn append(transaction: &WriteTransaction, write: &Write) -> Result<(), Error> {
    let game = write.game.0.as_str();
    if let Some(header) = &write.header {
        let mut games = transaction.open_table(GAMES)?;
        games.insert(game, json(header).as_slice())?;
    }
    let mut journal = transaction.open_table(JOURNAL)?;
    for (number, record) in (write.after..).zip(&write.records) {
        journal.insert((game, number), json(record).as_slice())?;
    }
    if write.finished {
        let mut finished = transaction.open_table(FINISHED)?;
        let next = finished.last()?.map_or(0, |(number, _)| number.value() + 1);
        finished.insert(next, game)?;
    }
    Ok(())
}

/// Forgets the games that ended first, if there are too many, or too many games in all.
fn prune(transaction: &WriteTransaction) -> Result<(), Error> {
    let mut finished = transaction.open_table(FINISHED)?;
    let mut games = transaction.open_table(GAMES)?;
    let mut journal = transaction.open_table(JOURNAL)?;
    while finished.len()? > KEPT || games.len()? > MOST {
        let Some((_, game)) = finished.pop_first()? else {
            return Ok(());
        };
        let game = game.value().to_owned();
        games.remove(game.as_str())?;
        journal.retain_in((game.as_str(), 0)..=(game.as_str(), u64::MAX), |_, _| false)?;
    }
    Ok(())
}

fn json(value: &impl serde::Serialize) -> Vec<u8> {
    serde_json::to_vec(value).expect("what is kept has texts for keys")
}
