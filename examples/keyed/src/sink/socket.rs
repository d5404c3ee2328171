//! Outputs over TCP, to a receiver that says what it has.
//!
//! ```text
//! the run                                        the receiver
//! connects →
//!          ← null, or the last line it has       outputs up to it are not sent again
//! a line for each output →
//!          ← {"epoch":7,"key":102,"n":0}         it has stored all lines up to this one
//! ```
//!
//! The receiver may answer once for many lines, but does so when no more come: a run takes no snapshot before all lines are
//! answered, and sends no more than a thousand without an answer. Of a line that it sends only `epoch`, `key` and `n` are
//! looked at, so it may send back a whole one.

use std::io::{self, BufRead as _, BufReader, BufWriter, Write as _};
use std::net::TcpStream;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use streams::errors::named;

use super::{Identity, Sink, write_line};
use crate::hosted::Key;
use crate::message::Emitted;

/// How many lines may be without an answer: else those of the receiver could stand in its way.
const UNANSWERED: usize = 1000;

/// Lines of JSON for a receiver.
#[derive(Debug)]
pub struct Socket<K> {
    from: BufReader<TcpStream>,
    to: BufWriter<TcpStream>,
    address: String,
    /// The last output that was sent, unless it has been answered.
    open: Option<Identity<K>>,
    /// How many have been sent since.
    unanswered: usize,
}

/// What a receiver says of an output.
#[derive(Deserialize)]
struct Has<K> {
    epoch: u64,
    key: K,
    n: u32,
}

impl<K: Key> Socket<K> {
    /// Connects to a receiver.
    ///
    /// # Errors
    ///
    /// Fails where there is none.
    pub fn connect(address: &str) -> io::Result<Self> {
        let stream = TcpStream::connect(address).map_err(named(address))?;
        Ok(Socket {
            from: BufReader::new(stream.try_clone()?),
            to: BufWriter::with_capacity(1 << 16, stream),
            address: address.to_owned(),
            open: None,
            unanswered: 0,
        })
    }

    /// What the receiver says next.
    fn answer(&mut self) -> io::Result<Option<Identity<K>>> {
        let mut line = String::new();
        if self.from.read_line(&mut line)? == 0 {
            let message = "the receiver is gone: start it again, and then the run";
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, message));
        }
        let has: Option<Has<K>> = serde_json::from_str(&line).map_err(|error| {
            let message = format!(
                "the receiver says `{}` ({error}): expected `null`, or a line with `epoch`, `key` and `n`",
                line.trim_end()
            );
            io::Error::new(io::ErrorKind::InvalidData, message)
        })?;
        Ok(has.map(|has| (has.epoch, has.key, has.n)))
    }

    /// Waits until all that was sent is answered.
    fn wait(&mut self) -> io::Result<()> {
        self.to.flush()?;
        while let Some(open) = &self.open {
            let open = open.clone();
            match self.answer()? {
                Some(has) if has == open => self.open = None,
                Some(has) if has < open => {}
                has => {
                    let (epoch, key, n) = open;
                    let has = has.map_or_else(
                        || "that it has nothing".to_owned(),
                        |(epoch, key, n)| {
                            format!(
                                "that it has the output of epoch {epoch}, key {key}, number {n}"
                            )
                        },
                    );
                    let message = format!(
                        "the receiver says {has}, but the last one that it was sent is of epoch {epoch}, key {key}, number {n}"
                    );
                    return Err(io::Error::new(io::ErrorKind::InvalidData, message));
                }
            }
        }
        self.unanswered = 0;
        Ok(())
    }

    fn send<O: Serialize>(&mut self, outputs: &[Emitted<K, O>]) -> io::Result<()> {
        for output in outputs {
            write_line(&mut self.to, output)?;
            self.open = Some((output.epoch, output.key.clone(), output.n));
            self.unanswered += 1;
            if self.unanswered >= UNANSWERED {
                self.wait()?;
            }
        }
        self.to.flush()
    }
}

impl<K: Key, O: Serialize + DeserializeOwned> Sink<K, O> for Socket<K> {
    fn resume(&mut self) -> io::Result<Option<Identity<K>>> {
        self.answer().map_err(named(&self.address))
    }

    fn write(&mut self, outputs: &[Emitted<K, O>]) -> io::Result<()> {
        self.send(outputs).map_err(named(&self.address))
    }

    fn sync(&mut self) -> io::Result<()> {
        self.wait().map_err(named(&self.address))
    }
}
