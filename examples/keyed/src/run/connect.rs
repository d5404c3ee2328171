//! How the processes of a run find each other, before timely takes their connections: each connects to those with lower
//! numbers, and both say how they were started. Timely could do without, but prints to standard output while it waits, and
//! panics where processes differ.
//!
//! ```text
//! MARK, and as eight bytes each: the process, how many there are, workers in each, sources, epochs between snapshots
//! ```

use std::any::Any;
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};
use timely::communication::initialize::Hooks;

use super::Cluster;
use crate::error::Error;

/// What a connection begins with.
const MARK: [u8; 8] = *b"keyed  1";
/// How long it is until another try.
const PAUSE: Duration = Duration::from_millis(50);
/// How long who has connected may take to say who it is.
const PATIENCE: Duration = Duration::from_secs(5);
/// After how long it is told that others are waited for.
const WAITING: Duration = Duration::from_secs(2);

/// How a process was started: but for its number this is the same for all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Hello {
    pub(super) process: u64,
    pub(super) processes: u64,
    pub(super) workers: u64,
    pub(super) sources: u64,
    /// 0 where nothing is kept.
    pub(super) snapshot_every: u64,
}

/// The workers' ways to each other, and the threads of the network, which are waited for when this is dropped.
pub(super) type Builders = (Vec<AllocatorBuilder>, Box<dyn Any + Send>);

/// Waits until all processes are connected.
pub(super) fn connect(cluster: &Cluster, hello: Hello, note: fn(&str)) -> Result<Builders, Error> {
    let own = &cluster.hosts[cluster.process];
    let listener = TcpListener::bind(own).map_err(|error| Error::at(own, error))?;
    let nonblocking = listener.set_nonblocking(true);
    nonblocking.map_err(|error| Error::at(own, error))?;
    let mut waiting = Waiting {
        since: Instant::now(),
        is_told: false,
        note,
    };
    let mut sockets = Vec::new();
    for (process, address) in cluster.hosts[..cluster.process].iter().enumerate() {
        let socket = loop {
            // One that is just ending may have taken the connection.
            if let Ok(mut socket) = TcpStream::connect(address)
                && let Ok(other) = hello.exchange(&mut socket)
            {
                hello.check(&other, process, address)?;
                break socket;
            }
            waiting.pause(process, address);
        };
        sockets.push(Some(socket));
    }
    sockets.resize_with(cluster.hosts.len(), || None);
    while let Some(missing) = (cluster.process + 1..sockets.len()).find(|at| sockets[*at].is_none())
    {
        match listener.accept() {
            Ok((mut socket, address)) => {
                // Somebody else than a process of a run may have connected, and is not answered.
                let Ok(other) = hello.exchange(&mut socket) else {
                    continue;
                };
                let process = usize::try_from(other.process).unwrap_or(usize::MAX);
                let is_awaited = |process: usize| {
                    process > cluster.process && sockets.get(process).is_some_and(Option::is_none)
                };
                let process = if is_awaited(process) {
                    process
                } else {
                    missing
                };
                hello.check(&other, process, address)?;
                sockets[process] = Some(socket);
            }
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                waiting.pause(missing, &cluster.hosts[missing]);
            }
            Err(error) => return Err(Error::at(own, error)),
        }
    }
    let hooks = Hooks::default();
    let workers = hello.workers as usize;
    let local = ProcessBuilder::new_typed_vector(workers, hooks.refill.clone(), None);
    let network =
        initialize_networking_from_sockets(local, sockets, cluster.process, workers, hooks);
    let (builders, guard) = network.map_err(|error| Error::at("the network", error))?;
    let builders = builders.into_iter().map(AllocatorBuilder::Tcp).collect();
    Ok((builders, Box::new(guard)))
}

/// Since when others are waited for.
struct Waiting {
    since: Instant,
    is_told: bool,
    note: fn(&str),
}

impl Waiting {
    fn pause(&mut self, process: usize, address: &str) {
        if self.since.elapsed() > WAITING && !self.is_told {
            self.is_told = true;
            (self.note)(&format!("process {process}, at {address}, is waited for"));
        }
        thread::sleep(PAUSE);
    }
}

impl Hello {
    /// Says how this process was started, and asks the other one.
    fn exchange(&self, socket: &mut TcpStream) -> io::Result<Self> {
        socket.set_nonblocking(false)?;
        socket.set_nodelay(true)?;
        socket.set_read_timeout(Some(PATIENCE))?;
        let mut bytes = MARK.to_vec();
        for number in [
            self.process,
            self.processes,
            self.workers,
            self.sources,
            self.snapshot_every,
        ] {
            bytes.extend(number.to_le_bytes());
        }
        socket.write_all(&bytes)?;
        socket.read_exact(&mut bytes)?;
        socket.set_read_timeout(None)?;
        let (mark, numbers) = bytes.split_at(MARK.len());
        if mark != MARK {
            return Err(ErrorKind::InvalidData.into());
        }
        let mut numbers = numbers.chunks_exact(8).map(|number| {
            let number = number.first_chunk().copied();
            u64::from_le_bytes(number.unwrap_or_default())
        });
        let mut next = || numbers.next().unwrap_or_default();
        Ok(Hello {
            process: next(),
            processes: next(),
            workers: next(),
            sources: next(),
            snapshot_every: next(),
        })
    }

    /// Whether the other one goes together with this, and is the process that it is to be.
    fn check(
        &self,
        other: &Self,
        process: usize,
        address: impl std::fmt::Display,
    ) -> Result<(), Error> {
        for (what, own, found) in [
            ("the number of the process", process as u64, other.process),
            ("the number of processes", self.processes, other.processes),
            ("workers in each process", self.workers, other.workers),
            ("the number of inputs", self.sources, other.sources),
            (
                "epochs between two snapshots, 0 without a directory",
                self.snapshot_every,
                other.snapshot_every,
            ),
        ] {
            if own != found {
                return Err(Error::at(
                    address,
                    format!(
                        "the processes of a run were not started alike ({what}): expected {own}, but process {} says {found}",
                        other.process
                    ),
                ));
            }
        }
        Ok(())
    }
}
