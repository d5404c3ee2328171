//! Where games are kept: a journal of accepted inputs for each, in a file that is whole after any crash.
//!
//! One thread owns the file. It takes all writes that wait into one transaction, so that many games share one
//! wait for the disk; a write is answered when it is durable. If writing fails, nothing of the transaction is
//! kept, all who wait are told, and the file is opened anew for the next one.
//!
//! All that is written are frames with checksums. When the store is opened, the whole file is looked at; where it is
//! damaged, the frames are collected from it, games of which one is missing are set aside, and all others go on.

mod backend;
mod file;
mod frame;
mod journal;
mod prune;
mod report;
mod salvage;
mod writer;

use std::fmt;
use std::io;
use std::path::Path;
use std::sync::Arc;

use redb::StorageBackend;
use redb::backends::InMemoryBackend;
use tokio::sync::{mpsc, oneshot};

pub use backend::{Backend, Fill};
pub use file::Journals;
pub use journal::{GameId, Header, Record, SessionId, Stored};
pub use report::Report;
use writer::{Job, Write};

/// How many jobs can wait for the thread before who asks has to wait as well.
const WAITING: usize = 1024;

/// The way to the thread that keeps the games.
#[derive(Clone)]
pub struct Store {
    jobs: mpsc::Sender<Job>,
}

/// The file of the games, in the folder of a store.
const FILE: &str = "games.redb";

impl Store {
    /// Opens the file in this folder, or makes one. A damaged file is mended; the report says what is lost.
    ///
    /// # Errors
    ///
    /// Fails if that cannot be done, or if another process has it open.
    pub fn open_and_mend(folder: &Path) -> io::Result<(Self, Report)> {
        if folder.exists() && !folder.is_dir() {
            return Err(io::Error::new(
                io::ErrorKind::NotADirectory,
                "this is no folder",
            ));
        }
        std::fs::create_dir_all(folder)?;
        let mut journals = Journals::in_file(folder.join(FILE));
        let report = journals.mend().map_err(io::Error::other)?;
        Ok((Self::of(journals)?, report))
    }

    /// The same without the report.
    ///
    /// # Errors
    ///
    /// As [`Store::open_and_mend`].
    pub fn open(folder: &Path) -> io::Result<Self> {
        Self::open_and_mend(folder).map(|(store, _)| store)
    }

    /// Keeps games in journals that are somewhere else.
    ///
    /// # Errors
    ///
    /// Fails if they cannot be opened.
    pub fn keep(mut journals: Journals) -> io::Result<Self> {
        journals.mend().map_err(io::Error::other)?;
        Self::of(journals)
    }

    /// What is in the file of this folder. Nothing is changed.
    ///
    /// # Errors
    ///
    /// Fails if there is no file, or if another process has it open.
    pub fn check(folder: &Path) -> io::Result<Report> {
        let path = folder.join(FILE);
        if std::fs::File::open(&path)?.try_lock().is_err() {
            return Err(io::Error::other(StoreError::in_use()));
        }
        let bytes = std::fs::read(path)?;
        // A copy in memory is mended, and so is found out what is wrong.
        let copy = Copied::new(&bytes)?;
        let mut journals = Journals::behind(move || copy.clone());
        let mut report = journals.mend().map_err(io::Error::other)?;
        report.file_is_damaged = report.kept_as.take().is_some();
        Ok(report)
    }

    /// Mends the file of this folder, if it is damaged.
    ///
    /// # Errors
    ///
    /// Fails if there is no file, or if another process has it open.
    pub fn repair(folder: &Path) -> io::Result<Report> {
        let path = folder.join(FILE);
        std::fs::File::open(&path)?;
        let mut journals = Journals::in_file(path);
        journals.mend().map_err(io::Error::other)
    }

    fn of(journals: Journals) -> io::Result<Self> {
        let (jobs, waiting) = mpsc::channel(WAITING);
        std::thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || writer::run(journals, waiting))?;
        Ok(Self { jobs })
    }

    /// Adds records to a game's journal, behind the `after` that are there. A `header` begins a new journal. It is
    /// durable when this returns.
    ///
    /// # Errors
    ///
    /// Fails if it could not be written; whether it is there then, [`load`](Self::load) says.
    pub async fn append(
        &self,
        game: &GameId,
        header: Option<Header>,
        after: u64,
        records: Vec<Record>,
        finished: bool,
    ) -> Result<(), StoreError> {
        let write = Write {
            game: game.clone(),
            header,
            after,
            records,
            finished,
        };
        let (answer, answered) = oneshot::channel();
        self.ask(Job::Write(write, answer), answered).await
    }

    /// Reads a game's journal; none if there is no such game, or no longer.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be read.
    pub async fn load(&self, game: &GameId) -> Result<Option<Stored>, StoreError> {
        let (answer, answered) = oneshot::channel();
        self.ask(Job::Load(game.clone(), answer), answered).await
    }

    async fn ask<T>(
        &self,
        job: Job,
        answered: oneshot::Receiver<Result<T, StoreError>>,
    ) -> Result<T, StoreError> {
        let gone = || StoreError::new("the store has stopped");
        self.jobs.send(job).await.map_err(|_| gone())?;
        answered.await.map_err(|_| gone())?
    }
}

/// Bytes in memory, to be looked at by a database.
#[derive(Debug, Clone)]
struct Copied(Arc<InMemoryBackend>);

impl Copied {
    fn new(bytes: &[u8]) -> io::Result<Self> {
        let backend = InMemoryBackend::new();
        backend.set_len(bytes.len() as u64)?;
        backend.write(0, bytes)?;
        Ok(Self(Arc::new(backend)))
    }
}

impl StorageBackend for Copied {
    fn len(&self) -> io::Result<u64> {
        self.0.len()
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        // What lies behind the end of bytes in memory is called a bad argument.
        let early = |_| io::Error::new(io::ErrorKind::UnexpectedEof, "the file ends too early");
        self.0.read(offset, out).map_err(early)
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.0.set_len(len)
    }

    fn sync_data(&self) -> io::Result<()> {
        self.0.sync_data()
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.0.write(offset, data)
    }
}

/// Why games cannot be kept or read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoreError {
    why: String,
    /// Whether it is this game that cannot be read, and not the store.
    damaged: bool,
}

impl From<redb::Error> for StoreError {
    fn from(error: redb::Error) -> Self {
        match error {
            redb::Error::DatabaseAlreadyOpen => Self::in_use(),
            error => Self::new(error),
        }
    }
}

impl StoreError {
    fn new(why: impl fmt::Display) -> Self {
        Self {
            why: why.to_string(),
            damaged: false,
        }
    }

    /// Another process has the file open.
    fn in_use() -> Self {
        Self::new(format!(
            "{FILE} is in use, probably by another `recall` server: stop that one, or name another folder with `--data`"
        ))
    }

    fn damaged(game: &GameId, why: &str) -> Self {
        Self {
            why: format!("game {game} is set aside: {why}"),
            damaged: true,
        }
    }

    /// Whether one game is damaged, and all others can be kept and read.
    #[must_use]
    pub fn is_damage(&self) -> bool {
        self.damaged
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)
    }
}

impl std::error::Error for StoreError {}
