//! Sources: where records come from. A record is bytes; what they mean the program says.
//!
//! To write one for a broker, implement [`Source`]: give its messages in an order that is always the same, number them
//! from 0, and go on behind those that are in the log when told to. [`Lines`] shows how, and [`Socket`] with somebody who
//! is told what is durable.

mod socket;

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use crate::error::named;

pub use socket::Socket;

/// What a source gives.
#[derive(Debug)]
pub enum Next {
    /// The next record.
    Record(Vec<u8>),
    /// Nothing now: what was given so far is handed on before it is asked again, and then it may wait.
    Idle,
    /// Nothing any more.
    End,
}

/// Gives records, in an order that is always the same.
pub trait Source: Send {
    /// Goes on behind so many records: they are in the log. Called once, before all else.
    ///
    /// # Errors
    ///
    /// Fails where that cannot be done.
    fn resume(&mut self, after: u64) -> io::Result<()>;

    /// Gives the next record.
    ///
    /// # Errors
    ///
    /// Fails where it cannot be read; the run ends.
    fn next(&mut self) -> io::Result<Next>;

    /// So many records, from the first one on, are durable: who sent them may forget them.
    ///
    /// # Errors
    ///
    /// Fails where that cannot be told; the run ends.
    fn acknowledge(&mut self, records: u64) -> io::Result<()> {
        _ = records;
        Ok(())
    }
}

/// What a record says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decoded<K, I> {
    /// An input for a key.
    Input {
        /// When; epochs are numbered from 1.
        epoch: u64,
        /// Whose.
        key: K,
        /// What.
        input: I,
    },
    /// All before this epoch has been said: it lets time pass where nothing happens.
    Tick(u64),
}

/// Records that are lines.
#[derive(Debug)]
pub struct Lines<R> {
    from: BufReader<R>,
    /// Whether the same lines are read again after a restart, so that some are to be skipped.
    begins_anew: bool,
    /// Whether it was said last that reading on may mean to wait.
    was_idle: bool,
}

impl Lines<File> {
    /// The lines of a file, which may have grown at a restart.
    ///
    /// # Errors
    ///
    /// Fails where it cannot be opened.
    pub fn of_file(path: &Path) -> io::Result<Self> {
        let file = File::open(path).map_err(named(path.display()))?;
        Ok(Lines {
            from: BufReader::with_capacity(1 << 16, file),
            begins_anew: true,
            was_idle: false,
        })
    }
}

impl Lines<io::Stdin> {
    /// The lines of standard input. After a restart those that come count as new.
    #[must_use]
    pub fn of_stdin() -> Self {
        Lines {
            from: BufReader::with_capacity(1 << 16, io::stdin()),
            begins_anew: false,
            was_idle: false,
        }
    }
}

impl<R: Read> Lines<R> {
    fn line(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        if self.from.read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        if line.last() == Some(&b'\n') {
            line.pop();
        }
        Ok(Some(line))
    }
}

impl<R: Read + Send> Source for Lines<R> {
    fn resume(&mut self, after: u64) -> io::Result<()> {
        if !self.begins_anew {
            return Ok(());
        }
        for place in 0..after {
            if self.line()?.is_none() {
                let message = format!(
                    "the input has {place} lines, but the log has {after} of it: give the file that was read before"
                );
                return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
            }
        }
        Ok(())
    }

    fn next(&mut self) -> io::Result<Next> {
        let may_wait = !self.begins_anew && !self.from.buffer().contains(&b'\n');
        if may_wait && !self.was_idle {
            self.was_idle = true;
            return Ok(Next::Idle);
        }
        self.was_idle = false;
        Ok(self.line()?.map_or(Next::End, Next::Record))
    }
}
