//! The journals in the file: its tables, and what is done to them in one transaction.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use recall_game::table::Millis;
use redb::{Database, Error, ReadableDatabase, ReadableTable, TableDefinition, WriteTransaction};

use super::backend::{Backend, File};
use super::frame::{Frame, Kind};
use super::journal::{GameId, Stored};
use super::prune;
use super::report::Report;
use super::salvage::Salvage;
use super::writer::Write;
use super::{FILE, StoreError};
use crate::time::unix_now;

/// Headers by game, as frames.
pub(super) const GAMES: TableDefinition<&str, &[u8]> = TableDefinition::new("games");
/// Records by game and number, as frames.
pub(super) const JOURNAL: TableDefinition<(&str, u64), &[u8]> = TableDefinition::new("journal");
/// How many records each game has, as frames.
pub(super) const COUNTS: TableDefinition<&str, &[u8]> = TableDefinition::new("counts");
/// The games that are over, in the order in which they ended.
pub(super) const FINISHED: TableDefinition<u64, &str> = TableDefinition::new("finished");
/// The games that are set aside, and what is wrong with each.
pub(super) const DAMAGED: TableDefinition<&str, &str> = TableDefinition::new("damaged");

/// The journals of all games.
pub struct Journals {
    backend: Box<dyn Backend>,
    database: Option<Database>,
    /// When old games were looked for last.
    pruned: Millis,
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
            pruned: 0,
        }
    }

    /// Opens the file, and looks at all of it: where it is damaged, all games that are whole are put into a new one.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be opened for another reason, such as that another process has it open.
    pub fn mend(&mut self) -> Result<Report, StoreError> {
        let opened = quietly(|| self.backend.open(true).map_err(Error::from));
        let kept_as = match opened.and_then(with_tables) {
            Ok(database) => {
                self.database = Some(database);
                None
            }
            Err(error) if is_damage(&error) => Some(self.salvage(&error)?),
            Err(error) => return Err(error.into()),
        };
        let mut report = self.report()?;
        report.kept_as = kept_as;
        Ok(report)
    }

    /// What is in the file.
    fn report(&mut self) -> Result<Report, StoreError> {
        self.attempt(|database| Report::of(&database.begin_read()?))
    }

    /// Writes all that is whole to a new file, and says where the old one is.
    fn salvage(&mut self, error: &Error) -> Result<String, StoreError> {
        let bytes = self.backend.read().map_err(StoreError::new)?;
        let salvage = Salvage::of(&bytes);
        // What has nothing of games in it is not theirs: it stays as it is.
        if salvage.games.is_empty() && !bytes.starts_with(b"redb") {
            return Err(StoreError::new(format!(
                "`{FILE}` is no file of games ({error}): move it away, or name another folder with `--data`"
            )));
        }
        let fill = |database: Database| -> Result<(), Error> {
            let transaction = with_tables(database)?.begin_write()?;
            refill(&transaction, &salvage)?;
            Ok(transaction.commit()?)
        };
        let kept_as = self.backend.replace(&fill).map_err(StoreError::new)?;
        let database = self.backend.open(true).map_err(StoreError::new)?;
        self.database = Some(database);
        Ok(kept_as)
    }

    /// Opens the file, if it is not open.
    fn open(&mut self) -> Result<&Database, Error> {
        let database = match self.database.take() {
            Some(database) => database,
            None => with_tables(self.backend.open(false)?)?,
        };
        Ok(self.database.insert(database))
    }

    /// Does all of these or none.
    pub(super) fn write<'w>(
        &mut self,
        writes: impl Iterator<Item = &'w Write>,
    ) -> Result<(), StoreError> {
        let now = unix_now();
        let look = now.saturating_sub(self.pruned) > prune::PAUSE;
        self.attempt(|database| {
            let transaction = database.begin_write()?;
            for write in writes {
                append(&transaction, write, now)?;
            }
            if look {
                prune::forget_abandoned(&transaction, now)?;
            }
            prune::forget_finished(&transaction)?;
            transaction.commit()?;
            Ok(())
        })?;
        if look {
            self.pruned = now;
        }
        Ok(())
    }

    /// Reads a game.
    pub(super) fn load(&mut self, game: &GameId) -> Result<Option<Stored>, StoreError> {
        let read = self.attempt(|database| {
            let transaction = database.begin_read()?;
            let name = game.0.as_str();
            if let Some(why) = transaction.open_table(DAMAGED)?.get(name)? {
                return Ok(Some(Err(why.value().to_owned())));
            }
            let games = transaction.open_table(GAMES)?;
            let Some(header) = games.get(name)? else {
                return Ok(None);
            };
            let header = read_frame(header.value());
            let journal = transaction.open_table(JOURNAL)?;
            let records = journal.range((name, 0)..=(name, u64::MAX))?;
            let records = records
                .map(|record| Ok(read_frame(record?.1.value())))
                .collect::<Result<Vec<_>, Error>>()?;
            Ok(Some(Ok((header, records))))
        })?;
        let (header, records) = match read {
            None => return Ok(None),
            Some(Err(why)) => return Err(StoreError::damaged(game, &why)),
            Some(Ok(read)) => read,
        };
        let Some(header) = header else {
            return Err(StoreError::damaged(game, "its header is damaged"));
        };
        let header = serde_json::from_slice(&header).map_err(StoreError::new)?;
        let records = (0_u64..).zip(records).map(|(number, record)| {
            let why = || StoreError::damaged(game, &format!("record {number} is damaged"));
            serde_json::from_slice(&record.ok_or_else(why)?).map_err(StoreError::new)
        });
        let records = records.collect::<Result<_, _>>()?;
        Ok(Some(Stored { header, records }))
    }

    /// After a failure the file is closed, and opened anew for what comes next: what of it can be trusted is found
    /// out then.
    fn attempt<T>(
        &mut self,
        work: impl FnOnce(&Database) -> Result<T, Error>,
    ) -> Result<T, StoreError> {
        let done = quietly(|| self.open().and_then(work));
        done.map_err(|error| {
            self.database = None;
            error.into()
        })
    }
}

/// A damaged file may let the database panic: that is an error like others.
fn quietly<T>(work: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|_| Err(Error::Corrupted("the database panicked".to_owned())))
}

/// Whether the file itself is what is wrong.
fn is_damage(error: &Error) -> bool {
    let by_content = [
        std::io::ErrorKind::InvalidData,
        std::io::ErrorKind::UnexpectedEof,
    ];
    match error {
        Error::Io(error) => by_content.contains(&error.kind()),
        Error::DatabaseAlreadyOpen => false,
        _ => true,
    }
}

/// The tables are there from the beginning, so that reading finds them.
fn with_tables(database: Database) -> Result<Database, Error> {
    let transaction = database.begin_write()?;
    transaction.open_table(GAMES)?;
    transaction.open_table(JOURNAL)?;
    transaction.open_table(COUNTS)?;
    transaction.open_table(FINISHED)?;
    transaction.open_table(DAMAGED)?;
    transaction.commit()?;
    Ok(database)
}

fn append(transaction: &WriteTransaction, write: &Write, now: Millis) -> Result<(), Error> {
    let name = write.game.0.as_str();
    let frame = |kind, number, body| {
        let game = write.game.clone();
        let written = now;
        let frame = Frame {
            kind,
            game,
            number,
            written,
            body,
        };
        frame.encode()
    };
    if let Some(header) = &write.header {
        let mut games = transaction.open_table(GAMES)?;
        games.insert(name, frame(Kind::Header, 0, json(header)).as_slice())?;
    }
    let mut journal = transaction.open_table(JOURNAL)?;
    for (number, record) in (write.after..).zip(&write.records) {
        let record = frame(Kind::Record, number, json(record));
        journal.insert((name, number), record.as_slice())?;
    }
    let mut counts = transaction.open_table(COUNTS)?;
    let kind = if write.finished || is_over(&counts, name)? {
        Kind::Final
    } else {
        Kind::Count
    };
    let count = write.after + write.records.len() as u64;
    counts.insert(name, frame(kind, count, Vec::new()).as_slice())?;
    if write.finished {
        finish(transaction, name)?;
    }
    Ok(())
}

fn is_over(
    counts: &impl ReadableTable<&'static str, &'static [u8]>,
    name: &str,
) -> Result<bool, Error> {
    let count = counts
        .get(name)?
        .and_then(|count| Frame::decode(count.value()));
    Ok(count.is_some_and(|count| count.kind == Kind::Final))
}

fn finish(transaction: &WriteTransaction, name: &str) -> Result<(), Error> {
    let mut finished = transaction.open_table(FINISHED)?;
    let next = finished.last()?.map_or(0, |(number, _)| number.value() + 1);
    finished.insert(next, name)?;
    Ok(())
}

/// Writes what was found: games that are whole, and of the others what is wrong with them.
fn refill(transaction: &WriteTransaction, salvage: &Salvage) -> Result<(), Error> {
    let mut games = transaction.open_table(GAMES)?;
    let mut journal = transaction.open_table(JOURNAL)?;
    let mut counts = transaction.open_table(COUNTS)?;
    let mut damaged = transaction.open_table(DAMAGED)?;
    let mut over = Vec::new();
    for (name, game) in &salvage.games {
        let name = name.0.as_str();
        if let Some(why) = game.damage() {
            damaged.insert(name, why.as_str())?;
        }
        for frame in game.frames() {
            let bytes = frame.encode();
            if frame.kind == Kind::Header {
                games.insert(name, bytes.as_slice())?;
            } else {
                journal.insert((name, frame.number), bytes.as_slice())?;
            }
        }
        counts.insert(name, game.count(name).encode().as_slice())?;
        if game.is_over() {
            over.push((game.written(), name));
        }
    }
    over.sort_unstable();
    for (_, name) in over {
        finish(transaction, name)?;
    }
    Ok(())
}

/// What a frame holds; files of before there were frames have plain JSON.
fn read_frame(bytes: &[u8]) -> Option<Vec<u8>> {
    if bytes.first() == Some(&b'{') {
        return Some(bytes.to_vec());
    }
    Frame::decode(bytes).map(|frame| frame.body)
}

fn json(value: &impl serde::Serialize) -> Vec<u8> {
    serde_json::to_vec(value).expect("what is kept has texts for keys")
}
