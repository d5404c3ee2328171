//! NATS `JetStream` as a source and as a sink; with the feature `nats`.
//!
//! A stream of `JetStream` numbers its messages, which is all that a source needs: record N is message N + 1. Messages that have
//! been deleted from its midst count as empty lines. A sink finds what it has in the last message of its subject.

use std::fmt::Display;
use std::io;

use async_nats::jetstream::consumer::DeliverPolicy;
use async_nats::jetstream::consumer::pull::{Ordered, OrderedConfig};
use async_nats::jetstream::context::PublishAckFuture;
use async_nats::jetstream::stream::{LastRawMessageErrorKind, Stream};
use async_nats::jetstream::{self, Context};
use futures_util::{FutureExt as _, StreamExt as _};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::runtime::Runtime;

use crate::hosted::Key;
use crate::message::Emitted;
use crate::sink::{Identity, Line, Sink, write_line};
use crate::source::{Next, Source};

/// How many messages may be without an answer of the server.
const UNANSWERED: usize = 256;

/// A connection, and the threads that keep it.
struct Connection {
    runtime: Runtime,
    context: Context,
    stream: Stream,
}

impl Connection {
    fn new(server: &str, stream: &str) -> io::Result<Self> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()?;
        let (context, stream) = runtime.block_on(async {
            let client = async_nats::connect(server).await.map_err(failed(server))?;
            let context = jetstream::new(client);
            let stream = context.get_stream(stream).await.map_err(failed(stream))?;
            Ok::<_, io::Error>((context, stream))
        })?;
        Ok(Connection {
            runtime,
            context,
            stream,
        })
    }
}

fn failed<E: Display>(what: &str) -> impl Fn(E) -> io::Error {
    move |error| io::Error::other(format!("NATS, {what}: {error}"))
}

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

/// A subject of a stream, to which outputs are published as lines of JSON.
pub struct Subject {
    connection: Connection,
    name: String,
    /// What the server has still to answer.
    open: Vec<PublishAckFuture>,
}

impl Subject {
    /// A subject that a stream of a server keeps.
    ///
    /// # Errors
    ///
    /// Fails where the server or the stream is not there.
    pub fn of(server: &str, stream: &str, subject: &str) -> io::Result<Self> {
        Ok(Subject {
            connection: Connection::new(server, stream)?,
            name: subject.to_owned(),
            open: Vec::new(),
        })
    }

    /// Waits until all that was published is answered.
    fn wait(&mut self) -> io::Result<()> {
        for answer in self.open.drain(..) {
            let answered = self.connection.runtime.block_on(answer.into_future());
            answered.map_err(failed(&self.name))?;
        }
        Ok(())
    }
}

impl<K: Key, O: Serialize + DeserializeOwned> Sink<K, O> for Subject {
    fn resume(&mut self) -> io::Result<Option<Identity<K>>> {
        let Connection {
            runtime, stream, ..
        } = &self.connection;
        let last = runtime.block_on(stream.get_last_raw_message_by_subject(&self.name));
        let last = match last {
            Ok(last) => last,
            Err(error) if error.kind() == LastRawMessageErrorKind::NoMessageFound => {
                return Ok(None);
            }
            Err(error) => return Err(failed(&self.name)(error)),
        };
        let line: Line<K, O> = serde_json::from_slice(&last.payload)?;
        Ok(Some((line.epoch, line.key, line.n)))
    }

    fn write(&mut self, outputs: &[Emitted<K, O>]) -> io::Result<()> {
        for output in outputs {
            let mut line = Vec::new();
            write_line(&mut line, output)?;
            let Connection {
                runtime, context, ..
            } = &self.connection;
            let published = context.publish(self.name.clone(), line.into());
            let published = runtime.block_on(published);
            self.open.push(published.map_err(failed(&self.name))?);
            if self.open.len() >= UNANSWERED {
                self.wait()?;
            }
        }
        Ok(())
    }

    fn sync(&mut self) -> io::Result<()> {
        self.wait()
    }
}
