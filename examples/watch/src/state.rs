//! How far a stream has been read, kept in a file between runs.

use std::error::Error;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use streams::errors::named;
use streams::files;
use watch::monitor::Monitor;

use crate::lines::Mark;
use crate::lock::Lock;

/// How far a stream has been read, and what stands then.
#[derive(Default, Serialize, Deserialize)]
pub(crate) struct Progress {
    /// How many lines.
    pub(crate) lines: u64,
    /// Those that could not be read.
    pub(crate) mistakes: u64,
    /// Those that came late.
    pub(crate) late: u64,
    /// How far its file; none where it is standard input.
    pub(crate) file: Option<Mark>,
    pub(crate) monitor: Monitor,
}

/// A file in which progress is kept. No other run keeps any there as long as this stands.
pub(crate) struct State {
    path: PathBuf,
    _lock: Lock,
}

impl State {
    /// What a file has, or the beginning where there is none.
    ///
    /// # Errors
    ///
    /// Fails if another run is at work with the file, and if it cannot be read or has no progress.
    pub(crate) fn open(path: PathBuf) -> Result<(Self, Progress), Box<dyn Error>> {
        let lock = Lock::take(&path)?;
        let progress = match fs::read(&path) {
            Ok(kept) => serde_json::from_slice(&kept).map_err(|error| {
                let path = path.display();
                format!(
                    "{path}: the file has no state that this version keeps ({error}): give another `--state`, or remove the file to begin anew"
                )
            })?,
            Err(error) if error.kind() == ErrorKind::NotFound => Progress::default(),
            Err(error) => return Err(named(path.display())(error).into()),
        };
        Ok((State { path, _lock: lock }, progress))
    }

    /// Where it is kept.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Writes progress, whole or not at all.
    ///
    /// # Errors
    ///
    /// Fails where that cannot be done; what was kept before is still there, unless it is the folder that cannot be
    /// written to the disk.
    pub(crate) fn keep(&self, progress: &Progress) -> io::Result<()> {
        files::replace(&self.path, |file| {
            Ok(serde_json::to_writer(file, progress)?)
        })
    }
}
