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
pub(crate) use lock::Lock;
pub(crate) use log::{Given, Log, Logged};
pub(crate) use shard::{Aside, Row, Shard};

use std::fmt::Display;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use redb::{
    Builder, Database, ReadableDatabase as _, TableDefinition, TableError, WriteTransaction,
};

use crate::error::Error;

/// How much of a file stays in memory.
const CACHE: usize = 64 << 20;

/// Whose a file is: the number of the directory's run, and the name of the file.
const OWNER: TableDefinition<'_, (), (u64, &str)> = TableDefinition::new("owner");

/// Opens a file of a run, or makes it. One of another run, or under another name, is refused.
fn open(path: &Path, run: u64) -> Result<Database, Error> {
    let mut builder = Database::builder();
    builder.set_cache_size(CACHE);
    let opened = quietly(|| {
        if !path.exists() {
            make(&mut builder, path)?;
        }
        Ok(builder.open(path)?)
    });
    let opened = opened.map_err(|error| Error::at(path.display(), hint(&error)))?;
    claim(&opened, path, run)?;
    Ok(opened)
}

/// Checks whose a file is; one that is nobody's becomes the run's, unless the directory has no number yet.
fn claim(database: &Database, path: &Path, run: u64) -> Result<(), Error> {
    if run == 0 {
        return Ok(());
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let owner = quietly(|| match database.begin_read()?.open_table(OWNER) {
        Err(TableError::TableDoesNotExist(_)) => Ok(None),
        table => Ok(table?.get(())?.map(|owner| {
            let (run, name) = owner.value();
            (run, name.to_owned())
        })),
    });
    let Some((of_run, of_name)) = owner.map_err(failed(path))? else {
        let claimed = quietly(|| {
            let transaction = begin_write(database)?;
            transaction.open_table(OWNER)?.insert((), (run, &*name))?;
            Ok(transaction.commit()?)
        });
        return claimed.map_err(failed(path));
    };
    let found = if of_run != run {
        "a file of another directory".to_owned()
    } else if of_name != name {
        format!("the file `{of_name}` of this directory")
    } else {
        return Ok(());
    };
    Err(Error::at(
        path.display(),
        format!("this is {found}: put the right one back, or restore the directory from a backup"),
    ))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_a_directory_without_a_number_is_claimed_by_the_first_that_has_one() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("shard-1-0.redb");
        for run in [0, 7, 7] {
            open(&path, run).unwrap();
        }
        let error = open(&path, 8).unwrap_err().to_string();
        assert!(error.contains("a file of another directory"), "{error}");
    }
}
