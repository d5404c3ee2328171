//! The messages of a stream as records: record N is message N + 1. Messages that have been deleted from its midst count as
//! empty lines.

use std::io;

use async_nats::jetstream::consumer::DeliverPolicy;
use async_nats::jetstream::consumer::pull::{Ordered, OrderedConfig};
use futures_util::{FutureExt as _, StreamExt as _};

use super::{Connection, failed};
use crate::source::{Next, Source};

/// The messages of a stream.
pub struct Messages {
    connection: Connection,
    pulled: Option<Ordered>,
    /// How many records have been given, those in the log among them.
    given: u64,
    /// A message that has come, and its number, where some before it are missing.
    early: Option<(u64, Vec<u8>)>,
    /// The number of the last message that is wanted; none where there is no end.
    last: Option<u64>,
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

    /// The next message and its number; nothing where it would have to be waited for, and is not to be.
    fn message(&mut self, waits: bool) -> io::Result<Option<(u64, Vec<u8>)>> {
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
            if waits {
                Some(messages.next().await)
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

impl Drop for Messages {
    fn drop(&mut self) {
        // What it leaves behind is done in the background.
        let _entered = self.connection.runtime.enter();
        self.pulled = None;
    }
}

impl Source for Messages {
    fn resume(&mut self, after: u64) -> io::Result<()> {
        self.given = after;
        Ok(())
    }

    fn next(&mut self) -> io::Result<Next> {
        if self.last.is_some_and(|last| self.given >= last) {
            return Ok(Next::End);
        }
        let message = match self.early.take() {
            Some(early) => Some(early),
            None => self.message(self.was_idle)?,
        };
        let Some((number, record)) = message else {
            self.was_idle = true;
            return Ok(Next::Idle);
        };
        self.was_idle = false;
        self.given += 1;
        if number > self.given {
            self.early = Some((number, record));
            return Ok(Next::Record(Vec::new()));
        }
        Ok(Next::Record(record))
    }
}
