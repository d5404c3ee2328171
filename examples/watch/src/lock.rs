//! A lock: while a run keeps its state in a file, no other run does.

use std::error::Error;
use std::fs::{File, TryLockError};
use std::path::Path;
use std::thread;
use std::time::Duration;

use streams::errors::named;

use crate::beside;

/// How often a lock is tried that another run holds: it may just be ending.
const TRIES: u32 = 20;
const PAUSE: Duration = Duration::from_millis(100);

/// The lock of a state, as long as this stands. It is a file of its own, `FILE.lock`: that of the state is replaced each
/// time it is written.
pub(crate) struct Lock {
    _file: File,
}

impl Lock {
    /// Takes the lock of a state.
    ///
    /// # Errors
    ///
    /// Fails if another run holds it for two seconds, and where the file cannot be made.
    pub(crate) fn take(state: &Path) -> Result<Self, Box<dyn Error>> {
        let path = beside(state, ".lock");
        let at = || named(path.display());
        let file = File::create(&path).map_err(at())?;
        let mut tries = 0;
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(Lock { _file: file }),
                Err(TryLockError::WouldBlock) if tries < TRIES => {
                    tries += 1;
                    thread::sleep(PAUSE);
                }
                Err(TryLockError::WouldBlock) => {
                    let message =
                        "another run keeps its state there: stop it, or give another `--state`";
                    return Err(format!("{}: {message}", state.display()).into());
                }
                Err(TryLockError::Error(error)) => return Err(at()(error).into()),
            }
        }
    }
}
