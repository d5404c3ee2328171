//! Locks of files.

use std::fs::{File, TryLockError};
use std::io;
use std::thread;
use std::time::Duration;

/// How often a lock is tried that another process holds: it may just be ending.
const TRIES: u32 = 20;
const PAUSE: Duration = Duration::from_millis(100);

/// Locks a file, as long as it is open. Returns whether nobody else holds its lock; one who does is waited for, two seconds at
/// most.
///
/// # Errors
///
/// Fails where the file cannot be locked.
pub fn try_lock(file: &File) -> io::Result<bool> {
    for _ in 0..TRIES {
        match file.try_lock() {
            Ok(()) => return Ok(true),
            Err(TryLockError::WouldBlock) => thread::sleep(PAUSE),
            Err(TryLockError::Error(error)) => return Err(error),
        }
    }
    Ok(false)
}
