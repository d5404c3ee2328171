//! Locks: a process that runs holds one, so two runs cannot write to one directory, or one output.

use std::fs::{self, File};
use std::path::Path;

use streams::locks::try_lock;

use crate::error::Error;

/// A lock, as long as this stands.
#[derive(Debug)]
pub(crate) struct Lock {
    _file: File,
}

impl Lock {
    /// Takes the lock of a process.
    pub(crate) fn take(directory: &Path, process: usize) -> Result<Self, Error> {
        Self::of(directory, &format!("lock-{process}"))
    }

    /// Takes the first process's lock, if no process of another run is still at work.
    pub(crate) fn take_first(directory: &Path) -> Result<Self, Error> {
        let lock = Self::take(directory, 0)?;
        let named = |error| Error::at(directory.display(), error);
        for entry in fs::read_dir(directory).map_err(named)? {
            let name = entry.map_err(named)?.file_name();
            let name = name.to_string_lossy();
            if name.starts_with("lock-") && name != "lock-0" {
                Self::of(directory, &name)?;
            }
        }
        Ok(lock)
    }

    fn of(directory: &Path, name: &str) -> Result<Self, Error> {
        let path = directory.join(name);
        let file = File::create(&path).map_err(|error| Error::at(path.display(), error))?;
        match try_lock(&file) {
            Ok(true) => Ok(Lock { _file: file }),
            Ok(false) => Err(Error::at(
                directory.display(),
                "another process is at work in this directory: stop it, or give another `--data`",
            )),
            Err(error) => Err(Error::at(path.display(), error)),
        }
    }
}
