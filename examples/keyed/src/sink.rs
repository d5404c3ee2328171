//! Sinks: where outputs go, in the order of (epoch, key, n). A sink knows what it has seen, so an output that is made
//! again after a restart is there once.
//!
//! To write one for a broker, implement [`Sink`]: find the last output that is there in [`Sink::resume`] (its key can be
//! the message's own), and make sure in [`Sink::sync`] that nothing written before can be lost. [`Socket`] shows how.

mod socket;

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use streams::errors::named;
use streams::locks::try_lock;

use crate::hosted::Key;
use crate::message::{Emitted, Outcome};

pub use socket::Socket;

/// What an output is known by.
pub type Identity<K> = (u64, K, u32);

/// Takes outputs.
pub trait Sink<K, O> {
    /// The last output that it has. Called once, before all else; what was written in part is taken back.
    ///
    /// # Errors
    ///
    /// Fails where that cannot be known.
    fn resume(&mut self) -> io::Result<Option<Identity<K>>>;

    /// Whether it has kept all outputs before the last one, and a later run will find that one. Else the run cannot tell
    /// whether some are missing: standard output cannot be asked, and a broker may let messages expire.
    fn remembers(&self) -> bool {
        true
    }

    /// Takes the outputs of an epoch, in order.
    ///
    /// # Errors
    ///
    /// Fails where they cannot be written; the run ends.
    fn write(&mut self, outputs: &[Emitted<K, O>]) -> io::Result<()>;

    /// Lets nothing be lost that has been written.
    ///
    /// # Errors
    ///
    /// Fails where that cannot be said; the run ends.
    fn sync(&mut self) -> io::Result<()>;
}

/// A line of JSON for each output.
#[derive(Debug, Serialize, Deserialize)]
pub struct Line<K, O> {
    /// When.
    pub epoch: u64,
    /// Whose.
    pub key: K,
    /// How many of that key and epoch came before.
    pub n: u32,
    /// What.
    #[serde(flatten)]
    pub outcome: Outcome<O>,
}

/// Lines of JSON.
#[derive(Debug)]
pub struct Lines {
    to: Target,
}

#[derive(Debug)]
enum Target {
    File(BufWriter<File>, PathBuf),
    Stdout(BufWriter<io::Stdout>),
}

impl Lines {
    /// In a file, to which they are added where `goes_on`; else it begins anew. It is locked as long as this stands.
    ///
    /// # Errors
    ///
    /// Fails where it cannot be opened, or another run writes to it.
    pub fn in_file(path: &Path, goes_on: bool) -> io::Result<Self> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let open = || {
            let file = options.open(path)?;
            // A device is everybody's.
            if file.metadata()?.is_file() {
                if !try_lock(&file)? {
                    let message = "another run writes to this file: wait until it has ended, or give another output";
                    return Err(io::Error::new(io::ErrorKind::ResourceBusy, message));
                }
                if !goes_on {
                    file.set_len(0)?;
                }
            }
            Ok(file)
        };
        let file = open().map_err(named(path.display()))?;
        let to = Target::File(BufWriter::with_capacity(1 << 16, file), path.to_owned());
        Ok(Lines { to })
    }

    /// On standard output, which has seen nothing.
    #[must_use]
    pub fn on_stdout() -> Self {
        let to = Target::Stdout(BufWriter::with_capacity(1 << 16, io::stdout()));
        Lines { to }
    }
}

impl Target {
    /// An error with what it is about.
    fn named<T>(&self, done: io::Result<T>) -> io::Result<T> {
        match self {
            Target::File(_, path) => done.map_err(named(path.display())),
            Target::Stdout(_) => done.map_err(named("standard output")),
        }
    }

    fn write<K: Serialize, O: Serialize>(&mut self, outputs: &[Emitted<K, O>]) -> io::Result<()> {
        for output in outputs {
            match self {
                Target::File(file, _) => write_line(file, output)?,
                Target::Stdout(stdout) => write_line(stdout, output)?,
            }
        }
        match self {
            Target::File(..) => Ok(()),
            Target::Stdout(stdout) => stdout.flush(),
        }
    }

    fn sync(&mut self) -> io::Result<()> {
        match self {
            Target::File(file, _) => {
                file.flush()?;
                let file = file.get_ref();
                if file.metadata()?.is_file() {
                    file.sync_data()?;
                }
                Ok(())
            }
            Target::Stdout(stdout) => stdout.flush(),
        }
    }

    /// The last line that is there; half of one behind it is taken away.
    fn resume(&mut self) -> io::Result<Option<Vec<u8>>> {
        let Target::File(file, _) = self else {
            return Ok(None);
        };
        let file = file.get_mut();
        // A device has no end to look at.
        if !file.metadata()?.is_file() {
            return Ok(None);
        }
        let (last, length) = last_line(file)?;
        file.set_len(length)?;
        file.seek(SeekFrom::Start(length))?;
        Ok(last)
    }
}

impl<K: Key, O: Serialize + DeserializeOwned> Sink<K, O> for Lines {
    fn resume(&mut self) -> io::Result<Option<Identity<K>>> {
        let last = self.to.resume();
        let Some(line) = self.to.named(last)? else {
            return Ok(None);
        };
        let line: Result<Line<K, O>, _> = serde_json::from_slice(&line);
        let line = line.map_err(|error| {
            let message = format!(
                "the last line of the output is no output ({error}): give the file that was written before, or remove it"
            );
            io::Error::new(io::ErrorKind::InvalidData, message)
        });
        let line = self.to.named(line)?;
        Ok(Some((line.epoch, line.key, line.n)))
    }

    fn remembers(&self) -> bool {
        let Target::File(file, _) = &self.to else {
            return false;
        };
        file.get_ref().metadata().is_ok_and(|data| data.is_file())
    }

    fn write(&mut self, outputs: &[Emitted<K, O>]) -> io::Result<()> {
        let written = self.to.write(outputs);
        self.to.named(written)
    }

    fn sync(&mut self) -> io::Result<()> {
        let synced = self.to.sync();
        self.to.named(synced)
    }
}

/// Writes the line of an output.
pub(crate) fn write_line<K: Serialize, O: Serialize>(
    to: &mut impl io::Write,
    output: &Emitted<K, O>,
) -> io::Result<()> {
    let line = LineOf {
        epoch: output.epoch,
        key: &output.key,
        n: output.n,
        outcome: &output.outcome,
    };
    let mut line = serde_json::to_vec(&line)?;
    line.push(b'\n');
    to.write_all(&line)
}

/// A line of borrowed parts.
#[derive(Serialize)]
struct LineOf<'a, K, O> {
    epoch: u64,
    key: &'a K,
    n: u32,
    #[serde(flatten)]
    outcome: &'a Outcome<O>,
}

/// The last whole line of a file, and where it ends.
fn last_line(file: &mut File) -> io::Result<(Option<Vec<u8>>, u64)> {
    let mut begin = file.metadata()?.len();
    let mut tail = Vec::new();
    loop {
        let ends = tail
            .iter()
            .enumerate()
            .rev()
            .filter(|(_, byte)| **byte == b'\n');
        let mut ends = ends.map(|(place, _)| place);
        match (ends.next(), ends.next()) {
            (Some(last), Some(before)) => {
                return Ok((
                    Some(tail[before + 1..last].to_vec()),
                    begin + last as u64 + 1,
                ));
            }
            (Some(last), None) if begin == 0 => {
                return Ok((Some(tail[..last].to_vec()), last as u64 + 1));
            }
            (None, _) if begin == 0 => return Ok((None, 0)),
            _ => {}
        }
        let piece = begin.min(1 << 16);
        begin -= piece;
        file.seek(SeekFrom::Start(begin))?;
        let mut read = vec![0; piece as usize];
        file.read_exact(&mut read)?;
        read.append(&mut tail);
        tail = read;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_whole_line_is_found_wherever_it_ends() {
        let long = "x".repeat(100_000);
        for (text, expected) in [
            ("", (None, 0)),
            ("half", (None, 0)),
            ("a\n", (Some("a"), 2)),
            ("a\nhalf", (Some("a"), 2)),
            ("a\nb\nhalf", (Some("b"), 4)),
            (&format!("a\n{long}\nhalf"), (Some(&*long), 100_003)),
            (&format!("a\n{long}"), (Some("a"), 2)),
        ] {
            let mut file = tempfile::tempfile().unwrap();
            file.write_all(text.as_bytes()).unwrap();
            let (line, end) = last_line(&mut file).unwrap();
            let line = line.map(|line| String::from_utf8(line).unwrap());
            assert_eq!((line.as_deref(), end), expected);
        }
    }
}
