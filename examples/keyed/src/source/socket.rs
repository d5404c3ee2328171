//! Lines over TCP. The sender is told how many it has sent that count, so it can be started again too.
//!
//! ```text
//! the run                     the sender
//!             ← connects
//! {"after":3}  →              the first three records are in the log: the next line is the fourth
//!             ← a line for each record
//! {"durable":9} →             nine records are durable, and may be forgotten
//!             ← "end"         nothing comes any more; all else than this line is a record
//! ```
//!
//! A connection that breaks is no end: the run waits for the next one, and says anew where to go on. A line that has come in
//! part does not count. One of more than 16 MiB is refused.

use std::io::{self, BufReader, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};

use streams::errors::named;

use super::line::{LONGEST, Read, read_line, too_long};
use super::{Next, Source};

/// What says that nothing comes any more.
const END: &[u8] = b"\"end\"";

/// Records that are lines, from one sender after the other.
#[derive(Debug)]
pub struct Socket {
    listener: TcpListener,
    sender: Option<BufReader<TcpStream>>,
    /// How many records have been given, those in the log among them.
    given: u64,
    /// Whether it was said last that reading on may mean to wait.
    was_idle: bool,
}

impl Socket {
    /// Waits for senders at an address.
    ///
    /// # Errors
    ///
    /// Fails where nobody can listen there.
    pub fn listen(address: &str) -> io::Result<Self> {
        Ok(Socket {
            listener: TcpListener::bind(address).map_err(named(address))?,
            sender: None,
            given: 0,
            was_idle: false,
        })
    }

    /// Where it listens.
    ///
    /// # Errors
    ///
    /// Fails where the system does not say it.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// The sender, who is waited for if there is none, and told where to go on.
    fn sender(&mut self) -> io::Result<&mut BufReader<TcpStream>> {
        let sender = match self.sender.take() {
            Some(sender) => sender,
            None => loop {
                let (mut stream, _) = self.listener.accept()?;
                // One that is gone already is no sender.
                if writeln!(stream, "{{\"after\":{}}}", self.given).is_ok() {
                    break BufReader::with_capacity(1 << 16, stream);
                }
            },
        };
        Ok(self.sender.insert(sender))
    }
}

impl Source for Socket {
    fn resume(&mut self, after: u64, _: Option<u64>) -> io::Result<()> {
        self.given = after;
        Ok(())
    }

    fn next(&mut self) -> io::Result<Next> {
        loop {
            let has_line = self
                .sender
                .as_ref()
                .is_some_and(|sender| sender.buffer().contains(&b'\n'));
            if !has_line && !self.was_idle {
                self.was_idle = true;
                return Ok(Next::Idle);
            }
            let next = match read_line(self.sender()?, LONGEST, |_| ()) {
                Ok(Read::Whole(line)) if line == END => return Ok(Next::End),
                Ok(Read::Whole(line)) => Next::Record(line),
                Ok(Read::TooLong(length)) => Next::Refused(too_long(length)),
                Ok(Read::Unfinished(_) | Read::Nothing) | Err(_) => {
                    self.sender = None;
                    continue;
                }
            };
            self.was_idle = false;
            self.given += 1;
            return Ok(next);
        }
    }

    fn acknowledge(&mut self, records: u64) -> io::Result<()> {
        if let Some(sender) = &mut self.sender {
            // Whether the sender is gone is seen when it is read from; it then learns what counts when it comes back.
            _ = writeln!(sender.get_mut(), "{{\"durable\":{records}}}");
        }
        Ok(())
    }
}
