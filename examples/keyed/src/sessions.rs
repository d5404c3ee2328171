//! The sessions of a worker: in memory, at rest as bytes, or in the shard. What an epoch does to a key follows from its
//! session, its inputs and the epoch alone, so it is the same wherever the session lies.

mod rest;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use crate::error::Error;
use crate::guard::guard;
use crate::host::Holding;
use crate::hosted::{Batching, Hosted};
use crate::message::{Emitted, Event, Outcome};
use crate::meter::{Meter, micros};
use crate::sink::Identity;
use crate::store::{Aside, Row, Shard};

/// The inputs of a host, its outputs, and what a key is.
pub(crate) type EventOf<H> = Event<<H as Hosted>::Key, <H as Hosted>::Input>;
pub(crate) type EmittedOf<H> = Emitted<<H as Hosted>::Key, <H as Hosted>::Output>;

/// The last output that the sink has for good, once there is one in this run and it is remembered.
pub(crate) type Written<K> = Rc<RefCell<Option<Identity<K>>>>;

/// A session in memory.
struct Live<H> {
    session: H,
    /// The last epoch that it has taken part in.
    as_of: u64,
    due: Option<u64>,
    /// The turn in which it was used last.
    used: u64,
}

/// What has changed up to an epoch, to be written when all outputs up to it are.
pub(crate) struct Pending<K> {
    pub(crate) epoch: u64,
    rows: Vec<(K, Row)>,
    asides: Vec<(K, Aside)>,
}

/// The sessions of a worker.
pub(crate) struct Sessions<H: Hosted> {
    live: HashMap<H::Key, Live<H>>,
    /// Sessions at rest that are newer than the shard's, or without a shard all.
    frozen: HashMap<H::Key, Row>,
    asides: HashMap<H::Key, Aside>,
    /// The epochs at which time alone changes something.
    due: BTreeSet<(u64, H::Key)>,
    /// Those that have changed since the last snapshot.
    changed: HashSet<H::Key>,
    newly_aside: Vec<H::Key>,
    /// Uses in their order; those that are not the last of their session count no more.
    uses: VecDeque<(u64, H::Key)>,
    turn: u64,
    /// How many sessions may stay in memory.
    resident: Option<usize>,
    batching: Batching,
    shard: Option<Shard<H::Key>>,
    /// What the sink has, if it is on this worker.
    written: Written<H::Key>,
    meter: Arc<Meter>,
}

/// Why a key has not gone on: its own fault, or the store's.
enum Failure {
    Key(String),
    Store(Error),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Failure::Store(error)
    }
}

impl<H: Hosted> Sessions<H> {
    /// None so far.
    pub(crate) fn new(holding: &Holding) -> Self {
        Sessions {
            live: HashMap::new(),
            frozen: HashMap::new(),
            asides: HashMap::new(),
            due: BTreeSet::new(),
            changed: HashSet::new(),
            newly_aside: Vec::new(),
            uses: VecDeque::new(),
            turn: 0,
            resident: holding.resident,
            batching: holding.batching,
            shard: None,
            written: Written::default(),
            meter: Arc::clone(&holding.meter),
        }
    }

    /// Those of a shard; none of them is in memory yet. `next` is the first epoch to come.
    pub(crate) fn of_shard(
        holding: &Holding,
        shard: Shard<H::Key>,
        next: u64,
    ) -> Result<Self, Error> {
        let mut sessions = Self::new(holding);
        sessions.asides = shard.asides()?.into_iter().collect();
        let is_of_another = shard.version()? != Some(H::version());
        for (key, due) in shard.due()? {
            if let Ok((_, as_of)) = due
                && is_of_another
                && !sessions.asides.contains_key(&key)
            {
                // New rules begin with it.
                sessions.due.insert((next.max(as_of + 1), key.clone()));
            }
            // A damaged one is looked at in the first epoch, which sets it aside.
            let due = due.map_or(Some(next), |(due, _)| due);
            if let Some(due) = due
                && !sessions.asides.contains_key(&key)
            {
                sessions.due.insert((due, key));
            }
        }
        let asides = i64::try_from(sessions.asides.len()).unwrap_or(i64::MAX);
        sessions.meter.set_aside.fetch_add(asides, Relaxed);
        sessions.shard = Some(shard);
        Ok(sessions)
    }

    /// Where the sink says what it has: it is written with the next snapshot.
    pub(crate) fn written(&self) -> Written<H::Key> {
        Rc::clone(&self.written)
    }

    /// The next epoch at which time alone changes something.
    pub(crate) fn next_due(&self) -> Option<u64> {
        self.due.first().map(|(epoch, _)| *epoch)
    }

    /// Takes the inputs of an epoch, and hands on what comes of it, in order.
    pub(crate) fn process(
        &mut self,
        epoch: u64,
        mut events: Vec<EventOf<H>>,
        mut emit: impl FnMut(EmittedOf<H>),
    ) -> Result<(), Error> {
        events.sort_by(|one, other| {
            (&one.key, one.source, one.place).cmp(&(&other.key, other.source, other.place))
        });
        let mut keys: BTreeMap<H::Key, Vec<EventOf<H>>> = BTreeMap::new();
        while let Some(entry) = self.due.first()
            && entry.0 <= epoch
            && let Some((_, key)) = self.due.pop_first()
        {
            keys.insert(key, Vec::new());
        }
        for event in events {
            match keys.get_mut(&event.key) {
                Some(of_key) => of_key.push(event),
                None => _ = keys.insert(event.key.clone(), vec![event]),
            }
        }
        for (key, events) in keys {
            self.apply(epoch, &key, events, &mut emit)?;
        }
        self.evict();
        Ok(())
    }

    /// Takes the inputs of a key.
    fn apply(
        &mut self,
        epoch: u64,
        key: &H::Key,
        events: Vec<EventOf<H>>,
        emit: &mut impl FnMut(EmittedOf<H>),
    ) -> Result<(), Error> {
        let count = events.len() as u64;
        if self.asides.contains_key(key) {
            self.meter.dropped.fetch_add(count, Relaxed);
            return Ok(());
        }
        let outputs = match self.go_on(epoch, key, events) {
            Ok(outputs) => outputs,
            Err(Failure::Store(error)) => return Err(error),
            Err(Failure::Key(error)) => {
                self.meter.dropped.fetch_add(count, Relaxed);
                self.set_aside(epoch, key, error.clone());
                emit(Emitted {
                    epoch,
                    key: key.clone(),
                    n: 0,
                    outcome: Outcome::SetAside(error),
                });
                return Ok(());
            }
        };
        self.meter.events.fetch_add(count, Relaxed);
        for (n, output) in (0..).zip(outputs) {
            emit(Emitted {
                epoch,
                key: key.clone(),
                n,
                outcome: Outcome::Output(output),
            });
        }
        Ok(())
    }

    /// Lets a session go on to the end of an epoch.
    fn go_on(
        &mut self,
        epoch: u64,
        key: &H::Key,
        events: Vec<EventOf<H>>,
    ) -> Result<Vec<H::Output>, Failure> {
        let Live {
            mut session,
            as_of,
            due,
            ..
        } = self.take(key)?;
        let due = due.filter(|due| *due > epoch);
        // A snapshot may be of a later epoch than that which the run goes on from: it has these inputs in it.
        if as_of >= epoch {
            self.keep(key.clone(), session, as_of, due);
            return Ok(Vec::new());
        }
        let now = micros();
        for event in &events {
            self.meter.took(event.read, now);
        }
        let inputs = events.into_iter().map(|event| event.input);
        let batching = self.batching;
        let gone_on = guard(move || {
            match batching {
                Batching::Together => session.insert(inputs.collect())?,
                Batching::OneByOne => {
                    for input in inputs {
                        session.insert(vec![input])?;
                        session.run()?;
                    }
                }
            }
            session.advance_to(epoch)?;
            let outputs = session.take_outputs();
            let due = session.next_epoch().map(|due| due.max(epoch + 1));
            Ok((session, outputs, due))
        });
        let (session, outputs, next) = gone_on.map_err(|error| {
            // Its next epoch, if there was one, is none any more.
            if let Some(due) = due {
                self.due.remove(&(due, key.clone()));
            }
            Failure::Key(error)
        })?;
        if due != next {
            if let Some(due) = due {
                self.due.remove(&(due, key.clone()));
            }
            if let Some(next) = next {
                self.due.insert((next, key.clone()));
            }
        }
        if self.shard.is_some() {
            self.changed.insert(key.clone());
        }
        self.keep(key.clone(), session, epoch, next);
        Ok(outputs)
    }

    fn set_aside(&mut self, epoch: u64, key: &H::Key, error: String) {
        self.asides.insert(key.clone(), Aside { epoch, error });
        self.newly_aside.push(key.clone());
        self.changed.remove(key);
        self.meter.set_aside.fetch_add(1, Relaxed);
    }
}
