//! A lock: while a run keeps its state in a file, no other run does.

use std::error::Error;
use std::fs::File;
use std::path::Path;

use streams::errors::named;
use streams::files::beside;
use streams::locks::try_lock;

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
        if try_lock(&file).map_err(at())? {
            return Ok(Lock { _file: file });
        }
        let message = "another run keeps its state there: stop it, or give another `--state`";
        Err(format!("{}: {message}", state.display()).into())
    }
}
