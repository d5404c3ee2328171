//! Reads a source on a thread of its own: records are decoded, refused where they are wrong, and in the log before a
//! worker sees them.

use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread;

use crate::error::Error;
use crate::hosted::Hosted;
use crate::message::Event;
use crate::meter::{Meter, micros};
use crate::sessions::EventOf;
use crate::source::{Decoded, Next, Source};
use crate::store::{Given, Log, Logged};

/// How many inputs are handed on at once.
const BATCH: usize = 4096;
/// How many batches wait for the worker.
const WAITING: usize = 4;

/// Epochs are below this.
const END: u64 = u64::MAX / 2;

/// Says what a record means.
pub(crate) type Decode<H> =
    fn(&[u8]) -> Result<Decoded<<H as Hosted>::Key, <H as Hosted>::Input>, String>;

/// What a worker is handed.
pub(crate) enum Batch<H: Hosted> {
    /// Inputs, after which nothing comes of an epoch before this one.
    Events(Vec<EventOf<H>>, u64),
    /// Nothing comes any more; time goes to the end of this epoch.
    End(u64),
    /// The run cannot go on.
    Failed(Error),
}

/// What a thread that reads is told, and tells.
#[derive(Debug)]
pub(crate) struct Shared {
    /// All epochs up to this one are durable.
    pub(crate) resume: AtomicU64,
    /// Whether the run ends.
    pub(crate) stops: AtomicBool,
}

/// A source that is read.
pub(crate) struct Feed<H: Hosted> {
    pub(crate) number: u32,
    pub(crate) source: Box<dyn Source>,
    pub(crate) decode: Decode<H>,
    /// The latest epoch that a record may be of.
    pub(crate) latest: Option<fn() -> u64>,
    pub(crate) log: Option<Log>,
    pub(crate) shared: Arc<Shared>,
    pub(crate) meter: Arc<Meter>,
    /// Tells what is wrong with a record.
    pub(crate) note: fn(&str),
}

impl<H: Hosted> Feed<H> {
    /// Begins to read. `resume`: all epochs up to this one are durable.
    pub(crate) fn start(self, resume: u64) -> Result<Receiver<Batch<H>>, Error> {
        let (to, batches) = mpsc::sync_channel(WAITING);
        let name = format!("source {}", self.number);
        let reader = thread::Builder::new().name(name);
        let reader = reader.spawn(move || {
            let reading = Reading {
                to: to.clone(),
                floor: resume + 1,
                last: resume,
                place: 0,
                given: 0,
                events: Vec::new(),
                logged: Vec::new(),
                feed: self,
            };
            if let Err(error) = reading.read(resume) {
                // Where the worker is gone, it needs no error.
                _ = to.send(Batch::Failed(error));
            }
        });
        reader.map_err(Error::new)?;
        Ok(batches)
    }
}

/// A source while it is read.
struct Reading<H: Hosted> {
    feed: Feed<H>,
    to: SyncSender<Batch<H>>,
    /// No input may be of an epoch before this one.
    floor: u64,
    /// The last epoch that there was.
    last: u64,
    /// How many records there have been.
    place: u64,
    /// As far as the log knows.
    given: u64,
    events: Vec<EventOf<H>>,
    /// Those of the events that are not in the log yet.
    logged: Vec<Logged>,
}

impl<H: Hosted> Reading<H> {
    fn read(mut self, resume: u64) -> Result<(), Error> {
        let mark = self.replay(resume)?;
        let at = format!("source {}", self.feed.number);
        let failed = |error| Error::at(&at, error);
        self.feed.source.resume(self.place, mark).map_err(failed)?;
        while !self.feed.shared.stops.load(Relaxed) {
            match self.feed.source.next().map_err(failed)? {
                Next::Record(record) => self.take(record),
                Next::Refused(why) => {
                    self.refuse(&why);
                    self.place += 1;
                }
                Next::Missing(count) => {
                    let (first, last) = (self.place + 1, self.place + count);
                    (self.feed.note)(&format!(
                        "{at}: {count} records are there no more, {first} to {last}: the run goes on behind them"
                    ));
                    self.place += count;
                }
                Next::Unfinished(record) => {
                    if self.feed.log.is_some() {
                        (self.feed.note)(&format!(
                            "{at}: a last line without an end was left for the next run"
                        ));
                    } else {
                        self.take(record);
                    }
                    return self.end();
                }
                Next::Idle => self.hand_on()?,
                Next::End => return self.end(),
            }
            if self.events.len() >= BATCH {
                self.hand_on()?;
            }
        }
        Ok(())
    }

    /// Hands on the rest, and says that nothing more comes.
    fn end(mut self) -> Result<(), Error> {
        self.hand_on()?;
        // The next run may begin as soon as this one knows that it is over.
        self.feed.log = None;
        _ = self.to.send(Batch::End(self.last));
        Ok(())
    }

    /// Hands on what the log has. Returns the source's mark behind it.
    fn replay(&mut self, resume: u64) -> Result<Option<u64>, Error> {
        let Some(log) = self.feed.log.take() else {
            return Ok(None);
        };
        let Given {
            records: place,
            epoch,
            mark,
        } = log.given()?;
        log.replay(resume, |logged| {
            self.place = logged.place;
            if let Err(error) = self.decode(&logged.record, END - 1) {
                let place = logged.place + 1;
                return Err(Error::new(format!(
                    "source {}: record {place} of the log cannot be read any more: {error}",
                    self.feed.number
                )));
            }
            if self.events.len() >= BATCH {
                self.hand_on()?;
            }
            Ok(())
        })?;
        self.place = place;
        self.given = place;
        self.last = self.last.max(epoch);
        self.floor = self.floor.max(epoch);
        self.hand_on()?;
        self.feed.log = Some(log);
        Ok(mark)
    }

    /// Tells what is wrong with the next record.
    fn refuse(&self, why: &str) {
        self.feed.meter.refused.fetch_add(1, Relaxed);
        let (number, place) = (self.feed.number, self.place + 1);
        (self.feed.note)(&format!("source {number}, record {place}: {why}"));
    }

    /// Takes a record, or tells what is wrong with it.
    fn take(&mut self, record: Vec<u8>) {
        if !record.trim_ascii().is_empty() {
            let latest = self.feed.latest.map_or(END - 1, |latest| latest());
            match self.decode(&record, latest.min(END - 1)) {
                Ok(epoch) if self.feed.log.is_some() => self.logged.push(Logged {
                    epoch,
                    place: self.place,
                    record,
                }),
                Ok(_) => {}
                Err(error) => self.refuse(&error),
            }
        }
        self.place += 1;
    }

    /// Adds what a record says to the inputs, and returns its epoch.
    fn decode(&mut self, record: &[u8], latest: u64) -> Result<u64, String> {
        let decoded = (self.feed.decode)(record)?;
        let (Decoded::Input { epoch, .. } | Decoded::Tick(epoch)) = decoded;
        if epoch < self.floor {
            let floor = self.floor;
            return Err(format!(
                "its epoch is {epoch}, expected {floor} or later: epochs do not go back"
            ));
        }
        if epoch > latest {
            return Err(format!(
                "its epoch is {epoch}, expected {latest} or earlier: it is too far ahead"
            ));
        }
        self.floor = epoch;
        self.last = epoch;
        if let Decoded::Input { key, input, .. } = decoded {
            self.events.push(Event {
                epoch,
                key,
                source: self.feed.number,
                place: self.place,
                read: 0,
                input,
            });
        }
        Ok(epoch)
    }

    /// Lets the worker have what there is, once it is in the log.
    fn hand_on(&mut self) -> Result<(), Error> {
        if let Some(log) = &mut self.feed.log
            && self.place > self.given
        {
            let resume = self.feed.shared.resume.load(Relaxed);
            let given = Given {
                records: self.place,
                epoch: self.last,
                mark: self.feed.source.mark(),
            };
            log.append(&self.logged, given, resume)?;
            self.given = self.place;
            self.logged.clear();
            let given = self.feed.source.acknowledge(self.place);
            given.map_err(|error| Error::at(format_args!("source {}", self.feed.number), error))?;
        }
        self.feed.meter.read_epoch.fetch_max(self.floor, Relaxed);
        let now = micros();
        for event in &mut self.events {
            event.read = now;
        }
        let batch = Batch::Events(mem::take(&mut self.events), self.floor);
        // A worker that is gone has told why.
        if self.to.send(batch).is_err() {
            self.feed.shared.stops.store(true, Relaxed);
        }
        Ok(())
    }
}
