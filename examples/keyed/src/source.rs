//! Sources: where records come from. A record is bytes; what they mean the program says.
//!
//! To write one for a broker, implement [`Source`]: give its messages in an order that is always the same, number them
//! from 0, and go on behind those that are in the log when told to. [`Lines`] shows how, and [`Socket`] with somebody who
//! is told what is durable.

mod line;
mod socket;

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use crc32fast::Hasher;
use streams::errors::named;

use line::{LONGEST, read_line, too_long};

pub use socket::Socket;

/// What a source gives.
#[derive(Debug)]
pub enum Next {
    /// The next record.
    Record(Vec<u8>),
    /// The next record cannot be used, for this reason: it counts, and is told.
    Refused(String),
    /// The next records, so many, are there no more: they count, and are told.
    Missing(u64),
    /// A last record that may go on later, such as a line without an end. Where the run goes on, it is left for the next one,
    /// and does not count; else it is a record like others. Nothing comes after it.
    Unfinished(Vec<u8>),
    /// Nothing now: what was given so far is handed on before it is asked again, and then it may wait.
    Idle,
    /// Nothing any more.
    End,
}

/// Gives records, in an order that is always the same.
pub trait Source: Send {
    /// Goes on behind so many records: they are in the log. Called once, before all else. The mark is what [`Source::mark`]
    /// was behind the last of them; none where nobody knows.
    ///
    /// # Errors
    ///
    /// Fails where that cannot be done, or the records before are not those that the mark is of.
    fn resume(&mut self, after: u64, mark: Option<u64>) -> io::Result<()>;

    /// A number that tells the records given so far, or the source, from others: it is kept in the log.
    fn mark(&self) -> Option<u64> {
        None
    }

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

/// Records that are lines, each of at most 16 MiB.
#[derive(Debug)]
pub struct Lines<R> {
    from: BufReader<R>,
    /// The file, whose lines are read again after a restart, so that some are to be skipped.
    file: Option<PathBuf>,
    /// A checksum of the whole lines so far.
    sum: Hasher,
    /// Whether it was said last that reading on may mean to wait.
    was_idle: bool,
}

impl Lines<File> {
    /// The lines of a file, which may have grown at a restart. A last line without an end is [`Next::Unfinished`].
    ///
    /// # Errors
    ///
    /// Fails where it cannot be opened.
    pub fn of_file(path: &Path) -> io::Result<Self> {
        let file = File::open(path).map_err(named(path.display()))?;
        Ok(Self::new(file, Some(path.to_owned())))
    }
}

impl Lines<io::Stdin> {
    /// The lines of standard input. After a restart those that come count as new.
    #[must_use]
    pub fn of_stdin() -> Self {
        Self::new(io::stdin(), None)
    }
}

impl<R: Read> Lines<R> {
    fn new(from: R, file: Option<PathBuf>) -> Self {
        Lines {
            from: BufReader::with_capacity(1 << 16, from),
            file,
            sum: Hasher::new(),
            was_idle: false,
        }
    }

    fn line(&mut self) -> io::Result<line::Read> {
        let before = self.sum.clone();
        let read = read_line(&mut self.from, LONGEST, |bytes| self.sum.update(bytes));
        if let Ok(line::Read::Unfinished(_)) = read {
            self.sum = before;
        }
        read.map_err(|error| match &self.file {
            Some(path) => named(path.display())(error),
            None => named("standard input")(error),
        })
    }
}

impl<R: Read + Send> Source for Lines<R> {
    fn resume(&mut self, after: u64, mark: Option<u64>) -> io::Result<()> {
        let Some(path) = self.file.clone() else {
            return Ok(());
        };
        let refused = |message| {
            let error = io::Error::new(io::ErrorKind::InvalidInput, message);
            Err(named(path.display())(error))
        };
        for place in 0..after {
            if self.line()? == line::Read::Nothing {
                return refused(format!(
                    "the input has {place} lines, but the log has {after} of it: give the file that was read before"
                ));
            }
        }
        if mark.is_some() && self.mark() != mark {
            return refused(format!(
                "the first {after} lines of the input are not those that were read before, for their checksum differs: give the file that was read before, or another directory for the data"
            ));
        }
        Ok(())
    }

    fn mark(&self) -> Option<u64> {
        let sum = self.sum.clone().finalize();
        self.file.is_some().then(|| sum.into())
    }

    fn next(&mut self) -> io::Result<Next> {
        let may_wait = self.file.is_none() && !self.from.buffer().contains(&b'\n');
        if may_wait && !self.was_idle {
            self.was_idle = true;
            return Ok(Next::Idle);
        }
        self.was_idle = false;
        Ok(match self.line()? {
            line::Read::Whole(line) => Next::Record(line),
            line::Read::TooLong(length) => Next::Refused(too_long(length)),
            // What comes on standard input later is another stream.
            line::Read::Unfinished(line) if self.file.is_none() => Next::Record(line),
            line::Read::Unfinished(line) => Next::Unfinished(line),
            line::Read::Nothing => Next::End,
        })
    }
}
