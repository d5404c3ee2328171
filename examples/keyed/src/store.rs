//! The directory of a durable run: a shard of sessions for each worker, a log for each source.
//!
//! ```text
//! layout.json            how many shards there are, and of which generation
//! shard-GENERATION-N     the sessions of worker N as they were at its last snapshot
//! source-N               what source N has given since the resume epoch
//! lock-N                 held by process N while it runs
//! ```
//!
//! A run with another number of workers begins by dealing the sessions out anew, into shards of the next generation.
//! They are complete before `layout.json` names them, so a kill leaves the one generation or the other.

mod inspect;
mod layout;
mod lock;
mod log;
mod shard;

pub use inspect::{Inspected, inspect};
pub(crate) use layout::{Layout, prepare};
pub(crate) use lock::{Lock, try_lock};
pub(crate) use log::{Given, Log, Logged};
pub(crate) use shard::{Aside, Row, Shard};

use std::fmt::Display;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use redb::{Builder, Database, WriteTransaction};

use crate::error::Error;

/// How much of a file stays in memory.
const CACHE: usize = 64 << 20;

/// Opens a file, or makes it.
fn open(path: &Path) -> Result<Database, Error> {
    let mut builder = Database::builder();
    builder.set_cache_size(CACHE);
    let opened = quietly(|| {
        if !path.exists() {
            make(&mut builder, path)?;
        }
        Ok(builder.open(path)?)
    });
    opened.map_err(|error| Error::at(path.display(), hint(&error)))
}

/// Makes a file under another name first: a kill in the midst leaves none that looks damaged.
fn make(builder: &mut Builder, path: &Path) -> Result<(), redb::Error> {
    let fresh = path.with_extension("redb.new");
    match fs::remove_file(&fresh) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error.into()),
        _ => {}
    }
    drop(builder.create(&fresh)?);
    fs::rename(&fresh, path)?;
    if let Some(directory) = path.parent() {
        File::open(directory)?.sync_all()?;
    }
    Ok(())
}

/// Begins to write. Of two commits, the later one always counts: else a damaged file would be opened as it was one commit
/// before, and what had been acknowledged would be gone without a word.
fn begin_write(database: &Database) -> Result<WriteTransaction, redb::Error> {
    let mut transaction = database.begin_write()?;
    transaction.set_two_phase_commit(true);
    Ok(transaction)
}

/// A damaged file may let the database panic: that is an error like others.
fn quietly<T>(work: impl FnOnce() -> Result<T, redb::Error>) -> Result<T, redb::Error> {
    crate::guard::guard(|| Ok(work())).unwrap_or_else(|panic| Err(redb::Error::Corrupted(panic)))
}

fn hint(error: &redb::Error) -> String {
    match error {
        redb::Error::DatabaseAlreadyOpen => {
            "another process has it open: wait until it has ended".to_owned()
        }
        redb::Error::Corrupted(_) | redb::Error::UpgradeRequired(_) => {
            format!("the file is damaged ({error}): restore the directory from a backup")
        }
        redb::Error::Io(error) if is_of_content(error) => {
            format!("the file is damaged ({error}): restore the directory from a backup")
        }
        _ => error.to_string(),
    }
}

fn is_of_content(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{InvalidData, UnexpectedEof};
    [InvalidData, UnexpectedEof].contains(&error.kind())
}

/// The error of a file.
fn failed<E: Into<redb::Error>>(path: &Path) -> impl Fn(E) -> Error {
    move |error| Error::at(path.display(), hint(&error.into()))
}

fn file(directory: &Path, name: impl Display) -> PathBuf {
    directory.join(name.to_string())
}
