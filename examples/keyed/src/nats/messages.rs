//! The messages of a stream as records: the first record is message 1. Messages that are there no more, for they have expired, or
//! been purged or deleted, count as missing records, whether they were read before or not.

use std::io;
use std::thread;
use std::time::{Duration, Instant};

use async_nats::jetstream::consumer::DeliverPolicy;
use async_nats::jetstream::consumer::pull::{Ordered, OrderedConfig};
use async_nats::jetstream::stream::{Info, LastRawMessageErrorKind};
use futures_util::{FutureExt as _, StreamExt as _};

use super::{Connection, PATIENCE, PAUSE, failed};
use crate::source::{Next, Source};

/// How long a message that ought to be there is waited for, before the server is asked whether it is.
const LATE: Duration = Duration::from_secs(1);

/// The messages of a stream. A server that goes away is waited for, a minute at most.
pub struct Messages {
    connection: Connection,
    pulled: Option<Ordered>,
    /// How many records have been given, those in the log among them.
    given: u64,
    /// A message that has come, and its number, where some before it are missing.
    early: Option<(u64, Vec<u8>)>,
    /// The number of the last message that is wanted; none where there is no end.
    last: Option<u64>,
    /// When the stream was made: another one of the same name has the same numbers.
    created: Option<u64>,
    was_idle: bool,
}

impl Messages {
    /// Those of a stream of a server, and those still to come.
    ///
    /// # Errors
    ///
    /// Fails where the server or the stream is not there.
    pub fn of(server: &str, stream: &str) -> io::Result<Self> {
        Ok(Messages {
            connection: Connection::new(server, stream)?,
            pulled: None,
            given: 0,
            early: None,
            last: None,
            created: None,
            was_idle: false,
        })
    }

    /// The same, to the last message that is there now.
    ///
    /// # Errors
    ///
    /// Fails where the server does not say which that is.
    pub fn up_to_now(mut self) -> io::Result<Self> {
        let Connection {
            runtime, stream, ..
        } = &mut self.connection;
        let info = runtime
            .block_on(stream.info())
            .map_err(failed("the stream"))?;
        self.last = Some(info.state.last_sequence);
        Ok(self)
    }

    /// Pulls no more.
    fn let_go(&mut self) {
        // What it leaves behind is done in the background.
        let _entered = self.connection.runtime.enter();
        self.pulled = None;
    }

    /// Checks that the stream is the one that was read before.
    fn check(&mut self) -> io::Result<()> {
        let Connection {
            runtime, stream, ..
        } = &self.connection;
        let info = runtime.block_on(stream.get_info());
        let info = info.map_err(failed("the stream"))?;
        let (last, created) = (info.state.last_sequence, created(&info));
        if last < self.given || self.created.is_some_and(|mark| mark != created) {
            let (name, since, given) = (&info.config.name, info.created, self.given);
            let message = format!(
                "NATS, {name}: the stream has had {last} messages since it was made ({since}), and is not the one of which the log has {given}: give the stream that was read before, or another directory for the data"
            );
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        self.created = Some(created);
        Ok(())
    }

    /// Whether there is a message behind those given, up to this number.
    fn has_more(&self, last: u64) -> io::Result<bool> {
        let Connection {
            runtime, stream, ..
        } = &self.connection;
        let next = stream.get_first_raw_message_by_subject(">", self.given + 1);
        match runtime.block_on(next) {
            Ok(next) => Ok(next.sequence <= last),
            Err(error) if error.kind() == LastRawMessageErrorKind::NoMessageFound => Ok(false),
            Err(error) => Err(failed("the stream")(error)),
        }
    }

    /// The next message and its number; nothing where it would have to be waited for, and is not to be.
    fn message(&mut self, waits: bool) -> io::Result<Option<(u64, Vec<u8>)>> {
        if self.pulled.is_none() {
            self.check()?;
        }
        let Connection {
            runtime, stream, ..
        } = &self.connection;
        let messages = match &mut self.pulled {
            Some(messages) => messages,
            none => {
                let config = OrderedConfig {
                    deliver_policy: DeliverPolicy::ByStartSequence {
                        start_sequence: self.given + 1,
                    },
                    ..OrderedConfig::default()
                };
                let messages = runtime.block_on(async {
                    let consumer = stream.create_consumer(config).await;
                    let consumer = consumer.map_err(failed("a consumer"))?;
                    consumer.messages().await.map_err(failed("a consumer"))
                });
                none.insert(messages?)
            }
        };
        let next = runtime.block_on(async {
            if waits && self.last.is_none() {
                Some(messages.next().await)
            } else if waits {
                // It may be deleted before it comes.
                tokio::time::timeout(LATE, messages.next()).await.ok()
            } else {
                messages.next().now_or_never()
            }
        });
        let Some(next) = next else {
            return Ok(None);
        };
        let message = next.ok_or_else(|| failed("the stream")("it has ended"))?;
        let message = message.map_err(failed("the stream"))?;
        let info = message.info().map_err(failed("a message"))?;
        Ok(Some((info.stream_sequence, message.payload.to_vec())))
    }
}

/// When a stream was made, in nanoseconds since 1970.
fn created(info: &Info) -> u64 {
    u64::try_from(info.created.unix_timestamp_nanos()).unwrap_or_default()
}

impl Drop for Messages {
    fn drop(&mut self) {
        self.let_go();
    }
}

impl Source for Messages {
    fn resume(&mut self, after: u64, mark: Option<u64>) -> io::Result<()> {
        self.created = mark;
        self.given = after;
        self.check()
    }

    fn mark(&self) -> Option<u64> {
        self.created
    }

    fn next(&mut self) -> io::Result<Next> {
        let since = Instant::now();
        loop {
            let error = match self.try_next() {
                Err(error) if error.kind() != io::ErrorKind::InvalidInput => error,
                done => return done,
            };
            if since.elapsed() > PATIENCE {
                return Err(error);
            }
            self.let_go();
            thread::sleep(PAUSE);
        }
    }
}

impl Messages {
    fn try_next(&mut self) -> io::Result<Next> {
        if self.last.is_some_and(|last| self.given >= last) {
            return Ok(Next::End);
        }
        let message = match self.early.take() {
            Some(early) => Some(early),
            None => self.message(self.was_idle)?,
        };
        let Some((number, record)) = message else {
            if let Some(last) = self.last
                && !self.has_more(last)?
            {
                return Ok(Next::End);
            }
            self.was_idle = true;
            return Ok(Next::Idle);
        };
        self.was_idle = false;
        if number <= self.given {
            return Ok(Next::Idle);
        }
        // The last message that was wanted has been deleted meanwhile.
        if self.last.is_some_and(|last| number > last) {
            return Ok(Next::End);
        }
        let missing = number - self.given - 1;
        if missing > 0 {
            self.early = Some((number, record));
            self.given += missing;
            return Ok(Next::Missing(missing));
        }
        self.given += 1;
        Ok(Next::Record(record))
    }
}
