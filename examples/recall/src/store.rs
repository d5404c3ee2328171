//! Where games are kept: a journal of accepted inputs for each, in a file that is whole after any crash.
//!
//! One thread owns the file. It takes all writes that wait into one transaction, so that many games share one
//! wait for the disk; a write is answered when it is durable. If writing fails, nothing of the transaction is
//! kept, all who wait are told, and the file is opened anew for the next one.

mod file;
mod journal;
mod writer;

use std::fmt;
use std::io;
use std::path::Path;

use tokio::sync::{mpsc, oneshot};

pub use file::{Backend, Journals};
pub use journal::{GameId, Header, Record, SessionId, Stored};
use writer::{Job, Write};

/// How many jobs can wait for the thread before who asks has to wait as well.
const WAITING: usize = 1024;

/// The way to the thread that keeps the games.
#[derive(Clone)]
pub struct Store {
    jobs: mpsc::Sender<Job>,
}

impl Store {
    /// Opens the file in this folder, or makes one.
    ///
    /// # Errors
    ///
    /// Fails if that cannot be done, or if another process has it open.
    pub fn open(folder: &Path) -> io::Result<Self> {
        std::fs::create_dir_all(folder)?;
        Self::keep(Journals::in_file(folder.join("games.redb")))
    }

    /// Keeps games in journals that are somewhere else.
    ///
    /// # Errors
    ///
    /// Fails if they cannot be opened.
    pub fn keep(mut journals: Journals) -> io::Result<Self> {
        journals.open().map_err(io::Error::other)?;
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

/// Why games cannot be kept or read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoreError(String);

impl StoreError {
    fn new(why: impl fmt::Display) -> Self {
        Self(why.to_string())
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for StoreError {}
