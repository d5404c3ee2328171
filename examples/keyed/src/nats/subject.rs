//! Outputs to a subject of a stream, as lines of JSON. What the stream has is what its last message of the subject says, so no
//! output may be missing before that one.
//!
//! So a message says what it is to follow, and the server refuses it where something else is there: the number of the last
//! message of the subject (`Nats-Expected-Last-Subject-Sequence`) where that is known, and else the message published before it
//! (`Nats-Expected-Last-Msg-Id`), which has no answer yet. Where one is lost or refused, so are all behind it; the last message of
//! the subject then says what has come, and the rest is published again. The same is done where somebody else publishes to
//! other subjects of the stream, which is slower: give the outputs a stream of their own.

use std::collections::VecDeque;
use std::error::Error as _;
use std::io;
use std::thread;
use std::time::Instant;

use async_nats::jetstream::context::{PublishAckFuture, PublishError, PublishErrorKind};
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::stream::LastRawMessageErrorKind;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{Connection, PATIENCE, PAUSE, failed};
use crate::hosted::Key;
use crate::message::Emitted;
use crate::sink::{Identity, Line, Sink, write_line};

/// How many messages may be without an answer of the server.
const UNANSWERED: usize = 256;

/// A subject of a stream, to which outputs are published as lines of JSON. Nobody else may publish to it.
///
/// A server that goes away is waited for, a minute at most; then, or where it refuses an output, the run ends, and the next
/// one publishes what is missing.
pub struct Subject {
    connection: Connection,
    name: String,
    /// The number of the last message of the subject that is known; 0 where there is none.
    last: u64,
    /// What tells the messages of this run from all others.
    run: u64,
    /// How many outputs have been written.
    written: u64,
    /// What the server has still to answer, in order.
    open: VecDeque<Open>,
}

/// An output that has no answer yet.
struct Open {
    /// How many were written before it.
    number: u64,
    line: Vec<u8>,
    /// None where it could not be sent.
    answer: Option<PublishAckFuture>,
}

/// What an output is told by where it is refused.
#[derive(Deserialize)]
struct Head {
    epoch: u64,
    key: serde_json::Value,
    n: u32,
}

/// Why messages have no answer, or not the one that is wanted.
enum Failure {
    /// Another try may do.
    Passing(io::Error),
    /// It would not have followed what it is to follow.
    OutOfStep,
    /// No other try will do.
    Lasting(io::Error),
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
            last: 0,
            run: fastrand::u64(..),
            written: 0,
            open: VecDeque::new(),
        })
    }

    /// The number and the text of the last message; 0 where there is none.
    fn find_last(&self) -> io::Result<(u64, Vec<u8>)> {
        let Connection {
            runtime, stream, ..
        } = &self.connection;
        let last = runtime.block_on(stream.get_last_raw_message_by_subject(&self.name));
        match last {
            Ok(last) => Ok((last.sequence, last.payload.to_vec())),
            Err(error) if error.kind() == LastRawMessageErrorKind::NoMessageFound => {
                Ok((0, Vec::new()))
            }
            Err(error) => Err(failed(&self.name)(error)),
        }
    }

    /// Publishes a line behind all others.
    fn publish(&mut self, number: u64, line: Vec<u8>) -> Result<(), Failure> {
        let id = |number: u64| format!("{:016x}-{number}", self.run);
        let mut message = PublishMessage::build()
            .payload(line.clone().into())
            .message_id(id(number))
            .expected_stream(&self.connection.stream.cached_info().config.name);
        message = match self.open.back() {
            None => message.expected_last_subject_sequence(self.last),
            Some(before) => message.expected_last_message_id(id(before.number)),
        };
        let Connection {
            runtime, context, ..
        } = &self.connection;
        let published = runtime.block_on(context.send_publish(self.name.clone(), message));
        let (answer, done) = match published {
            Ok(answer) => (Some(answer), Ok(())),
            Err(error) => (None, Err(self.failure(&line, &error))),
        };
        self.open.push_back(Open {
            number,
            line,
            answer,
        });
        done
    }

    /// Takes answers in order until there are none to come, or one is not as it should be.
    fn answers(&mut self) -> Result<(), Failure> {
        while let Some(Open { line, answer, .. }) = self.open.front_mut() {
            let Some(answer) = answer.take() else {
                return Err(Failure::OutOfStep);
            };
            let answered = self.connection.runtime.block_on(answer.into_future());
            match answered {
                Ok(answer) => {
                    self.last = answer.sequence;
                    self.open.pop_front();
                }
                Err(error) => {
                    let line = std::mem::take(line);
                    let failure = self.failure(&line, &error);
                    self.open[0].line = line;
                    return Err(failure);
                }
            }
        }
        Ok(())
    }

    /// What it means that a line has not been taken.
    fn failure(&self, line: &[u8], error: &PublishError) -> Failure {
        use async_nats::jetstream::Error;
        let source = error.source();
        let of_server = source.and_then(|source| source.downcast_ref::<Error>());
        match (error.kind(), of_server) {
            (PublishErrorKind::WrongLastSequence | PublishErrorKind::WrongLastMessageId, _) => {
                Failure::OutOfStep
            }
            // Such a server says that it is not ready.
            (PublishErrorKind::Other, Some(error)) if error.code() != 503 => {
                self.refused(line, error)
            }
            (PublishErrorKind::MaxPayloadExceeded, _) => self.refused(line, error),
            _ => Failure::Passing(failed(&self.name)(error)),
        }
    }

    fn refused(&self, line: &[u8], why: &dyn std::fmt::Display) -> Failure {
        let head = serde_json::from_slice(line);
        let output = head.map_or_else(
            |_| "an output".to_owned(),
            |Head { epoch, key, n }| format!("the output of epoch {epoch}, key {key}, number {n}"),
        );
        let size = line.len();
        let message = format!("the server refuses {output}, of {size} bytes ({why})");
        Failure::Lasting(failed(&self.name)(message))
    }

    /// Finds out what has come, and publishes the rest again.
    fn publish_again(&mut self) -> Result<(), Failure> {
        let (last, text) = self.find_last().map_err(Failure::Passing)?;
        if last != 0 && last != self.last {
            let place = self.open.iter().rposition(|open| open.line == text);
            let Some(place) = place else {
                let message = "its last message is none that this run has published: nobody else may publish to it";
                return Err(Failure::Lasting(failed(&self.name)(message)));
            };
            self.open.drain(..=place);
        }
        self.last = last;
        for Open { number, line, .. } in std::mem::take(&mut self.open) {
            match self.publish(number, line) {
                // It is found out in its turn.
                Ok(()) | Err(Failure::OutOfStep | Failure::Passing(_)) => {}
                Err(lasting) => return Err(lasting),
            }
        }
        Ok(())
    }

    /// Waits until all that was published is answered.
    fn wait(&mut self) -> io::Result<()> {
        let mut since = Instant::now();
        let mut done = self.answers();
        while let Err(failure) = done {
            let before = self.open.len();
            match failure {
                Failure::Lasting(error) => return Err(error),
                Failure::Passing(error) if since.elapsed() > PATIENCE => return Err(error),
                Failure::OutOfStep if since.elapsed() > PATIENCE => {
                    let message = "the server takes no output, and does not say why";
                    return Err(failed(&self.name)(message));
                }
                Failure::Passing(_) => thread::sleep(PAUSE),
                Failure::OutOfStep => {}
            }
            done = self.publish_again().and_then(|()| self.answers());
            if self.open.len() < before {
                since = Instant::now();
            } else if done.is_err() {
                thread::sleep(PAUSE);
            }
        }
        Ok(())
    }
}

impl<K: Key, O: Serialize + DeserializeOwned> Sink<K, O> for Subject {
    fn resume(&mut self) -> io::Result<Option<Identity<K>>> {
        let (last, text) = self.find_last()?;
        self.last = last;
        if last == 0 {
            return Ok(None);
        }
        let line: Line<K, O> = serde_json::from_slice(&text).map_err(|error| {
            failed(&self.name)(format!(
                "its last message, number {last}, is no output ({error}): give the subject that was written to before, or an empty one"
            ))
        })?;
        Ok(Some((line.epoch, line.key, line.n)))
    }

    fn remembers(&self) -> bool {
        // The stream may let all of its messages expire.
        self.last != 0
    }

    fn write(&mut self, outputs: &[Emitted<K, O>]) -> io::Result<()> {
        for output in outputs {
            let mut line = Vec::new();
            write_line(&mut line, output)?;
            // What has failed is found in its turn, and those before it are waited for.
            _ = self.publish(self.written, line);
            self.written += 1;
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
