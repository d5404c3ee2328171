//! The thread that owns the file.

use tokio::sync::{mpsc, oneshot};

use super::StoreError;
use super::file::Journals;
use super::journal::{GameId, Header, Record, Stored};

/// How many writes go into one transaction at the most.
const TOGETHER: usize = 512;

/// What is to be written of a game.
pub(super) struct Write {
    pub(super) game: GameId,
    pub(super) header: Option<Header>,
    /// How many records are there already.
    pub(super) after: u64,
    pub(super) records: Vec<Record>,
    /// Whether the game ends with them.
    pub(super) finished: bool,
}

type Answer<T> = oneshot::Sender<Result<T, StoreError>>;

/// Something for the thread to do. Who has gone away needs no answer.
pub(super) enum Job {
    Write(Write, Answer<()>),
    Load(GameId, Answer<Option<Stored>>),
}

/// Works until there is nobody left who could ask for anything.
pub(super) fn run(mut journals: Journals, mut waiting: mpsc::Receiver<Job>) {
    let mut jobs = Vec::with_capacity(TOGETHER);
    // Whoever looks after the server is told once, and when it is over.
    let mut fails = false;
    while waiting.blocking_recv_many(&mut jobs, TOGETHER) > 0 {
        let (mut writes, mut answers) = (Vec::new(), Vec::new());
        for job in jobs.drain(..) {
            match job {
                Job::Write(write, answer) => {
                    writes.push(write);
                    answers.push(answer);
                }
                Job::Load(game, answer) => {
                    _ = answer.send(journals.load(&game));
                }
            }
        }
        if writes.is_empty() {
            continue;
        }
        let written = journals.write(writes.iter());
        match &written {
            Err(error) if !fails => eprintln!("games cannot be written: {error}"),
            Ok(()) if fails => eprintln!("games are written again"),
            _ => {}
        }
        fails = written.is_err();
        for answer in answers {
            _ = answer.send(written.clone());
        }
    }
}
