//! The lines of a file that may grow, be read in part and be another one the next time.

use std::error::Error;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use crc32fast::Hasher;
use serde::{Deserialize, Serialize};
use streams::errors::named;
use streams::typed::Line;

/// How many bytes a line may have. What a line tells takes some hundred.
pub(crate) const LONGEST: usize = 1 << 16;

/// How far a file has been read, and what tells it from another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Mark {
    /// So many bytes.
    bytes: u64,
    /// Their CRC-32.
    checksum: u32,
}

impl Mark {
    /// How many bytes have been read.
    pub(crate) fn bytes(self) -> u64 {
        self.bytes
    }
}

/// The lines of a file.
pub(crate) struct Lines {
    path: PathBuf,
    length: u64,
    input: Summed,
}

impl Lines {
    /// Begins to read a file.
    ///
    /// # Errors
    ///
    /// Fails where it cannot be opened.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        let at = || named(path.display());
        let file = File::open(path).map_err(at())?;
        let length = file.metadata().map_err(at())?.len();
        Ok(Lines {
            path: path.to_owned(),
            length,
            input: Summed::new(file),
        })
    }

    /// How many bytes the file had when it was opened.
    pub(crate) fn length(&self) -> u64 {
        self.length
    }

    /// How far it has been read.
    pub(crate) fn mark(&self) -> Mark {
        Mark {
            bytes: self.input.bytes,
            checksum: self.input.sum.clone().finalize(),
        }
    }

    /// Goes to where another run stopped reading.
    ///
    /// # Errors
    ///
    /// Fails if it was not this file that it read, or if that has lost what was read.
    pub(crate) fn go_to(&mut self, mark: Mark) -> Result<(), Box<dyn Error>> {
        let mut read = (&mut self.input).take(mark.bytes);
        io::copy(&mut read, &mut io::sink()).map_err(named(self.path.display()))?;
        if self.mark() == mark {
            return Ok(());
        }
        let (path, there, bytes) = (self.path.display(), self.input.bytes, mark.bytes);
        let what = if there < bytes {
            format!("the file has {there} bytes, but {bytes} have been read")
        } else {
            format!("the first {bytes} bytes of the file are not those that have been read")
        };
        Err(
            format!("{path}: {what}: give the file that was read before, or another `--state`")
                .into(),
        )
    }

    /// The next line, and whether it is whole: a last one without an end may be still to be written.
    ///
    /// # Errors
    ///
    /// Fails where the file cannot be read.
    pub(crate) fn next(&mut self) -> io::Result<Option<(Line, bool)>> {
        let mut next = || {
            let Some(line) = Line::read(&mut self.input, LONGEST)? else {
                return Ok(None);
            };
            if line.has_rest() {
                self.input.skip_until(b'\n')?;
            }
            let is_whole = self.input.last == Some(b'\n');
            Ok(Some((line, is_whole)))
        };
        next().map_err(named(self.path.display()))
    }
}

/// A file that is read, with the number and the checksum of the bytes so far.
struct Summed {
    file: BufReader<File>,
    bytes: u64,
    sum: Hasher,
    last: Option<u8>,
}

impl Summed {
    fn new(file: File) -> Self {
        Summed {
            file: BufReader::with_capacity(1 << 16, file),
            bytes: 0,
            sum: Hasher::new(),
            last: None,
        }
    }
}

impl BufRead for Summed {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.file.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        let read = &self.file.buffer()[..amount];
        self.bytes += read.len() as u64;
        self.sum.update(read);
        self.last = read.last().copied().or(self.last);
        self.file.consume(amount);
    }
}

impl Read for Summed {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(to)?;
        self.consume(read);
        Ok(read)
    }
}
