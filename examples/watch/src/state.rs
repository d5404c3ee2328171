//! How far a stream has been read, kept in a file between runs.

use std::error::Error;
use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use streams::errors::named;
use watch::monitor::Monitor;

use crate::beside;
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
        let path = &self.path;
        let fresh = beside(path, ".new");
        let folder = path.parent().filter(|folder| *folder != Path::new(""));
        let write = || {
            let mut file = BufWriter::new(File::create(&fresh)?);
            serde_json::to_writer(&mut file, progress)?;
            file.flush()?;
            file.get_ref().sync_all()?;
            fs::rename(&fresh, path)?;
            sync(folder.unwrap_or(Path::new(".")))
        };
        write().map_err(|error| {
            // A disk that is full is not to stay so because of this.
            _ = fs::remove_file(&fresh);
            named(path.display())(error)
        })
    }
}

/// Has the disk keep what a folder has, where folders can be opened for that.
fn sync(folder: &Path) -> io::Result<()> {
    if cfg!(unix) {
        File::open(folder)?.sync_all()
    } else {
        Ok(())
    }
}
