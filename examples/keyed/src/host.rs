//! The operator that has the sessions: it stashes inputs until the frontier has passed their epoch, lets each key take
//! its own in order, and hands on what comes of it. A snapshot of what has changed is taken now and then, and written
//! when the sink has all outputs up to it.

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use timely::dataflow::ProbeHandle;
use timely::dataflow::StreamVec;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::Capability;
use timely::dataflow::operators::generic::OutputBuilder;
use timely::dataflow::operators::generic::builder_rc::OperatorBuilder;

use crate::error::Error;
use crate::hosted::{Batching, Hosted, Key};
use crate::message::{Emitted, Message};
use crate::meter::Meter;
use crate::route::route;
use crate::sessions::{EmittedOf, EventOf, Pending, Sessions};

/// How long a snapshot that waits for the sink waits until it looks again.
const PAUSE: Duration = Duration::from_millis(1);

/// How sessions are held.
#[derive(Debug, Clone)]
pub struct Holding {
    /// Whether the inputs of a key in one epoch are one change.
    pub batching: Batching,
    /// How many sessions a worker keeps in memory; those that were used least recently rest as bytes, with a store on disk.
    pub resident: Option<usize>,
    /// What counts.
    pub meter: Arc<Meter>,
}

/// When snapshots are taken and written.
pub(crate) struct Durability {
    /// The first epoch to come.
    pub(crate) next: u64,
    /// A snapshot is taken every so many epochs.
    pub(crate) every: u64,
    /// Passes an epoch when the sink has all outputs up to it.
    pub(crate) written: ProbeHandle<u64>,
}

/// What comes out of a host: outputs, and a stream whose frontier passes an epoch when it is durable.
pub(crate) type HostStreams<'s, H> = (StreamVec<'s, u64, EmittedOf<H>>, StreamVec<'s, u64, ()>);

/// Where an operator leaves the error that ends the run.
pub(crate) type Fault = Rc<RefCell<Option<Error>>>;

/// Hosts a session for each key, in memory. For durable ones, see [`run`](crate::run()).
///
/// Inputs go to the worker that has their key; outputs come when the frontier has passed their epoch, each worker's in
/// the order of epoch, key and number. The session of a key that fails is set aside, and the others go on.
///
/// # Panics
///
/// Panics if the thread that makes it has no memory for it; a session's panic is caught.
#[must_use]
pub fn host<'s, H: Hosted>(
    inputs: StreamVec<'s, u64, Message<H::Key, H::Input>>,
    holding: &Holding,
) -> StreamVec<'s, u64, Emitted<H::Key, H::Output>> {
    let fault = Fault::default();
    let sessions = Sessions::new(holding);
    host_durably::<H>(inputs, sessions, &holding.meter, None, &fault).0
}

/// The same with sessions that may have a shard.
pub(crate) fn host_durably<'s, H: Hosted>(
    inputs: StreamVec<'s, u64, Message<H::Key, H::Input>>,
    sessions: Sessions<H>,
    meter: &Arc<Meter>,
    durability: Option<Durability>,
    fault: &Fault,
) -> HostStreams<'s, H> {
    let snapshots = durability.map(|durability| Snapshots {
        every: durability.every,
        done: durability.next,
        written: durability.written,
        pending: VecDeque::new(),
    });
    let meter = Arc::clone(meter);
    let scope = inputs.scope();
    let mut builder = OperatorBuilder::new("Host".to_owned(), scope);
    let activator = scope.activator_for(builder.operator_info().address);
    let exchange = Exchange::new(|message: &Message<H::Key, H::Input>| match message {
        Message::Event(event) => route(&event.key),
        Message::Until { worker, .. } => *worker as u64,
    });
    let mut input = builder.new_input(inputs, exchange);
    let (output, outputs) = builder.new_output();
    let mut output = OutputBuilder::from(output);
    let (_, durable) = builder.new_output::<Vec<()>>();
    let fault = Rc::clone(fault);
    builder.build(move |capabilities| {
        let mut capabilities = capabilities.into_iter();
        let mut host = Host::<H> {
            sessions,
            stash: BTreeMap::new(),
            until: 0,
            emits: capabilities.next(),
            durable: capabilities.next(),
            snapshots,
            meter,
        };
        let mut has_failed = false;
        move |frontiers| {
            input.for_each(|_, messages| {
                for message in messages.drain(..) {
                    host.take(message);
                }
            });
            if has_failed {
                return;
            }
            let mut output = output.activate();
            let frontier = frontiers[0].frontier().first().copied();
            let done = host.advance(frontier, |capability, emitted| {
                output.session(capability).give(emitted);
            });
            match done.and_then(|()| host.write(frontier)) {
                // What the sink has is no input of this operator: it has to look again.
                Ok(true) => activator.activate_after(PAUSE),
                Ok(false) => {}
                Err(error) => {
                    // The epochs are held: others would take those that are missing for complete.
                    *fault.borrow_mut() = Some(error);
                    has_failed = true;
                }
            }
        }
    });
    (outputs, durable)
}

/// The operator of a worker.
struct Host<H: Hosted> {
    sessions: Sessions<H>,
    /// Inputs whose epoch is not complete.
    stash: BTreeMap<u64, Vec<EventOf<H>>>,
    /// The last epoch of any source that is at its end.
    until: u64,
    emits: Option<Capability<u64>>,
    durable: Option<Capability<u64>>,
    snapshots: Option<Snapshots<H::Key>>,
    meter: Arc<Meter>,
}

/// When snapshots are taken, and those that are to be written.
struct Snapshots<K> {
    every: u64,
    /// The first epoch that the last snapshot does not have.
    done: u64,
    written: ProbeHandle<u64>,
    pending: VecDeque<Pending<K>>,
}

impl<K: Key> Snapshots<K> {
    /// Takes a snapshot if it is time, before this epoch: at the same epochs on each worker, so that one `sync` of the
    /// sink lets all of them be written.
    fn take<H: Hosted<Key = K>>(&mut self, epoch: u64, sessions: &mut Sessions<H>) {
        let boundary = epoch / self.every * self.every;
        if boundary > self.done {
            self.done = boundary;
            self.pending.push_back(sessions.snapshot(boundary - 1));
        }
    }
}

impl<H: Hosted> Host<H> {
    fn take(&mut self, message: Message<H::Key, H::Input>) {
        match message {
            Message::Event(event) => self.stash.entry(event.epoch).or_default().push(event),
            Message::Until { epoch, .. } => self.until = self.until.max(epoch),
        }
    }

    /// Processes all epochs that the frontier has passed.
    fn advance(
        &mut self,
        frontier: Option<u64>,
        mut emit: impl FnMut(&Capability<u64>, EmittedOf<H>),
    ) -> Result<(), Error> {
        let Some(capability) = &mut self.emits else {
            return Ok(());
        };
        // Where no source says anything more, time stands still at the last epoch.
        let end = frontier.unwrap_or(self.until + 1);
        loop {
            let stashed = self.stash.first_key_value().map(|(epoch, _)| *epoch);
            let due = self.sessions.next_due();
            let next = stashed.into_iter().chain(due).min();
            let Some(epoch) = next.filter(|epoch| *epoch < end) else {
                break;
            };
            if let Some(snapshots) = &mut self.snapshots {
                snapshots.take(epoch, &mut self.sessions);
            }
            let events = self.stash.remove(&epoch).unwrap_or_default();
            capability.downgrade(&epoch.max(*capability.time()));
            let capability = &*capability;
            self.sessions
                .process(epoch, events, |emitted| emit(capability, emitted))?;
        }
        self.meter
            .done_epoch
            .fetch_max(end.saturating_sub(1), Relaxed);
        if let Some(snapshots) = &mut self.snapshots {
            snapshots.take(end, &mut self.sessions);
            if frontier.is_none() && end > snapshots.done {
                snapshots.done = end;
                snapshots.pending.push_back(self.sessions.snapshot(end - 1));
            }
        }
        match frontier {
            Some(frontier) => capability.downgrade(&frontier),
            None => self.emits = None,
        }
        Ok(())
    }

    /// Writes the snapshots whose outputs are all in the sink. Returns whether others wait.
    fn write(&mut self, frontier: Option<u64>) -> Result<bool, Error> {
        let Some(durable) = &mut self.durable else {
            return Ok(false);
        };
        let Some(snapshots) = &mut self.snapshots else {
            self.durable = None;
            return Ok(false);
        };
        while let Some(pending) = snapshots.pending.front()
            && !snapshots.written.less_equal(&pending.epoch)
        {
            self.sessions.commit(pending)?;
            durable.downgrade(&(pending.epoch + 1));
            snapshots.pending.pop_front();
        }
        let waits = !snapshots.pending.is_empty();
        if frontier.is_none() && !waits {
            self.durable = None;
        }
        Ok(waits)
    }
}
