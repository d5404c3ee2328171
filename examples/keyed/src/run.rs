//! A run: the dataflow on each worker of each process, from sources to the sink, and the store beside it.

mod connect;
mod lane;

use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use std::{io, mem};

use timely::communication::WorkerGuards;
use timely::dataflow::operators::{Concatenate as _, Probe as _};
use timely::dataflow::{InputHandleVec, ProbeHandle};
use timely::worker::Worker;
use timely::{CommunicationConfig, WorkerConfig};

use crate::error::Error;
use crate::feed::{Batch, Decode, Feed, Shared};
use crate::host::{Durability, Fault, Holding, host_durably};
use crate::hosted::{Batching, Hosted};
use crate::meter::Meter;
use crate::sessions::Sessions;
use crate::settle::{Settling, settle};
use crate::sink::Sink;
use crate::source::Source;
use crate::store::{Layout, Lock, Log, Shard, prepare};
use connect::{Builders, Hello, connect};
use lane::Lane;

/// How long a worker with nothing to do sleeps at most.
const PAUSE: Duration = Duration::from_millis(1);

/// The processes of a run, each of which is started on its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cluster {
    /// The addresses of all processes.
    pub hosts: Vec<String>,
    /// The place of this one among them.
    pub process: usize,
}

/// How a run is made.
#[derive(Debug, Clone)]
pub struct Options {
    /// How many workers each process has.
    pub workers: usize,
    /// The processes, if there are several.
    pub cluster: Option<Cluster>,
    /// Whether the inputs of a key in one epoch are one change.
    pub batching: Batching,
    /// How many sessions each worker keeps in memory.
    pub resident: Option<usize>,
    /// The directory of a durable run.
    pub data: Option<PathBuf>,
    /// A snapshot is taken every so many epochs.
    pub snapshot_every: u64,
    /// Says the latest epoch that a record may be of now; one of a later epoch is refused. It would close its source to all
    /// earlier ones.
    pub latest: Option<fn() -> u64>,
    /// What counts.
    pub meter: Arc<Meter>,
    /// Tells what is wrong with a record.
    pub note: fn(&str),
}

/// A source, and what its records mean. Source N is read by worker N, modulo their number.
pub struct Stream<H: Hosted> {
    /// Opens it, on the worker that reads it.
    pub open: Box<dyn Fn() -> io::Result<Box<dyn Source>> + Send + Sync>,
    /// Says what a record means.
    pub decode: Decode<H>,
}

/// Opens a sink.
pub type OpenSink<H> = Box<
    dyn Fn() -> io::Result<Box<dyn Sink<<H as Hosted>::Key, <H as Hosted>::Output>>> + Send + Sync,
>;

/// What all workers of a process know.
struct Run<H: Hosted> {
    options: Options,
    streams: Vec<Stream<H>>,
    sink: OpenSink<H>,
    shared: Arc<Shared>,
    fault: Mutex<Option<Error>>,
}

/// Runs until all sources are at their end. The sink is opened by worker 0 of process 0.
///
/// # Errors
///
/// Fails where a source, the sink, the store or the network does. What is durable then is where the next run begins. Where there
/// are other processes, they notice when this one ends.
pub fn run<H: Hosted>(
    options: Options,
    streams: Vec<Stream<H>>,
    sink: OpenSink<H>,
) -> Result<(), Error> {
    let processes = options
        .cluster
        .as_ref()
        .map_or(1, |cluster| cluster.hosts.len());
    let process = options
        .cluster
        .as_ref()
        .map_or(0, |cluster| cluster.process);
    if options.workers == 0 || process >= processes {
        return Err(Error::new(format!(
            "process {process} of {processes} with {} workers cannot run: expected a worker at least, and a process below {processes}",
            options.workers
        )));
    }
    let mut lock = None;
    if let Some(directory) = &options.data {
        std::fs::create_dir_all(directory)
            .map_err(|error| Error::at(directory.display(), error))?;
        // The others connect to this process before they touch the directory.
        if process == 0 {
            lock = Some(Lock::take_first(directory)?);
            prepare::<H::Key>(directory, processes * options.workers)?;
        }
    }
    let (builders, network) = builders(&options, streams.len())?;
    let shared = Arc::new(Shared {
        resume: 0.into(),
        stops: false.into(),
    });
    let run = Arc::new(Run {
        options,
        streams,
        sink,
        shared,
        fault: Mutex::new(None),
    });
    let on_workers = Arc::clone(&run);
    let workers = timely::execute::execute_from(
        builders,
        Box::new(()),
        WorkerConfig::default(),
        move |worker| {
            if let Err(error) = on_workers.work(worker) {
                on_workers.fail(error);
            }
        },
    );
    let done = join(workers.map_err(Error::new)?, &run);
    drop(lock);
    let done = done.and_then(|()| run.failed().map_or(Ok(()), Err));
    if done.is_err() {
        // Its threads wait for the other processes, which wait for this one to end.
        mem::forget(network);
    }
    done
}

/// The workers' ways to each other, once all processes are there.
fn builders(options: &Options, sources: usize) -> Result<Builders, Error> {
    let workers = options.workers;
    let config = match &options.cluster {
        Some(cluster) if cluster.hosts.len() > 1 => {
            let hello = Hello {
                process: cluster.process as u64,
                processes: cluster.hosts.len() as u64,
                workers: workers as u64,
                sources: sources as u64,
                snapshot_every: options.data.as_ref().map_or(0, |_| options.snapshot_every),
            };
            return connect(cluster, hello, options.note);
        }
        _ if workers > 1 => CommunicationConfig::Process(workers),
        _ => CommunicationConfig::Thread,
    };
    config.try_build().map_err(Error::new)
}

fn join<H: Hosted>(workers: WorkerGuards<()>, run: &Run<H>) -> Result<(), Error> {
    for worker in workers.join() {
        worker.map_err(|panic| {
            run.failed()
                .unwrap_or_else(|| Error::at("a worker panicked", panic))
        })?;
    }
    Ok(())
}

impl<H: Hosted> Run<H> {
    fn fail(&self, error: Error) {
        self.shared.stops.store(true, Relaxed);
        let mut fault = self.fault.lock().expect("nothing panics that holds it");
        fault.get_or_insert(error);
    }

    fn failed(&self) -> Option<Error> {
        let fault = self.fault.lock().expect("nothing panics that holds it");
        fault.clone()
    }

    /// What a worker does.
    fn work(&self, worker: &mut Worker) -> Result<(), Error> {
        let Options { workers, data, .. } = &self.options;
        let mut layout = None;
        let mut lock = None;
        if let Some(directory) = data {
            let process = worker.index() / workers;
            if process > 0 && worker.index().is_multiple_of(*workers) {
                lock = Some(Lock::take(directory, process)?);
            }
            layout = Layout::read(directory)?.map(|layout| (directory, layout));
        }
        let resume = layout.map_or(0, |(_, layout)| layout.resume);
        // What is durable already, the log need not keep.
        self.shared.resume.fetch_max(resume, Relaxed);
        let mut readers = Vec::new();
        for (number, stream) in (0..).zip(&self.streams) {
            if number as usize % worker.peers() == worker.index() {
                let log =
                    layout.map(|(directory, layout)| Log::open(directory, layout.run, number));
                let source = (stream.open)();
                let feed = Feed::<H> {
                    number,
                    source: source
                        .map_err(|error| Error::at(format_args!("source {number}"), error))?,
                    decode: stream.decode,
                    latest: self.options.latest,
                    log: log.transpose()?,
                    shared: Arc::clone(&self.shared),
                    meter: Arc::clone(&self.options.meter),
                    note: self.options.note,
                };
                readers.push(feed.start(resume)?);
            }
        }
        let holding = Holding {
            batching: self.options.batching,
            resident: self.options.resident,
            meter: Arc::clone(&self.options.meter),
        };
        let mut known = None;
        let sessions = match layout {
            None => Sessions::new(&holding),
            Some((directory, layout)) => {
                let shard = Shard::open(&layout.shard(directory, worker.index()), layout.run)?;
                known = shard.output()?;
                Sessions::of_shard(&holding, shard, resume + 1)?
            }
        };
        let mut sink = None;
        if worker.index() == 0 {
            let failed = |error| Error::at("the output", error);
            let opened = (self.sink)().map_err(failed)?;
            let (written, note) = (sessions.written(), self.options.note);
            sink = Some(Settling::resume(opened, resume, known, written, note)?);
        }
        let number = worker.next_dataflow_index();
        let done = self.flow(worker, readers, resume, sessions, sink);
        if done.is_err() || self.shared.stops.load(Relaxed) {
            // Else the others would be waited for.
            worker.drop_dataflow(number);
        }
        drop(lock);
        done
    }

    /// Makes the dataflow, and drives it.
    fn flow(
        &self,
        worker: &mut Worker,
        readers: Vec<Receiver<Batch<H>>>,
        resume: u64,
        sessions: Sessions<H>,
        sink: Option<Settling<H::Key, H::Output>>,
    ) -> Result<(), Error> {
        let meter = &self.options.meter;
        let every = self.options.data.as_ref();
        let every = every.map(|_| self.options.snapshot_every.max(1));
        let hosted = ProbeHandle::new();
        let written = ProbeHandle::new();
        let durable = ProbeHandle::new();
        let fault = Fault::default();
        let mut inputs = worker.dataflow::<u64, _, _>(|scope| {
            let mut handles = Vec::new();
            let mut streams = Vec::new();
            // Each worker has as many inputs as any, for dataflows are alike.
            for _ in 0..self.streams.len().div_ceil(scope.peers()) {
                let mut input = InputHandleVec::new();
                streams.push(input.to_stream(scope));
                handles.push(input);
            }
            let durability = every.map(|every| Durability {
                next: resume + 1,
                every,
                written: written.clone(),
            });
            let messages = scope.concatenate(streams);
            let (outputs, is_durable) =
                host_durably::<H>(messages, sessions, meter, durability, &fault);
            settle(
                outputs.probe_with(&hosted),
                sink,
                every,
                Arc::clone(meter),
                &fault,
            )
            .probe_with(&written);
            is_durable.probe_with(&durable);
            handles
        });
        let mut lanes: Vec<_> = inputs.drain(..).zip(readers).map(Lane::new).collect();
        while !(durable.done() && written.done()) {
            if let Some(error) = fault.borrow_mut().take() {
                return Err(error);
            }
            if self.shared.stops.load(Relaxed) {
                return Ok(());
            }
            let mut has_pulled = false;
            for lane in &mut lanes {
                has_pulled |= lane.pull(worker.peers(), &hosted)?;
            }
            if has_pulled {
                worker.step();
            } else {
                worker.step_or_park(Some(PAUSE));
            }
            let least = durable.with_frontier(|frontier| frontier.first().copied());
            if every.is_some()
                && let Some(least) = least
            {
                let resume = least.saturating_sub(1);
                self.shared.resume.fetch_max(resume, Relaxed);
                meter.durable_epoch.fetch_max(resume, Relaxed);
            }
        }
        if every.is_some() {
            let done = meter.done_epoch.load(Relaxed);
            meter.durable_epoch.fetch_max(done, Relaxed);
        }
        Ok(())
    }
}
