//! One ruleset, a session for each key, on many threads and machines.
//!
//! Timely dataflow brings each input to the worker that has its key, and knows when an epoch is complete. What it does
//! not have is added at its edge: a log of inputs, snapshots of the sessions that changed, replay. The promise: one log
//! of inputs gives the same bytes of output on one worker or eight, at once, replayed, or after a `kill -9`.
//!
//! ```text
//! source → feed (decode, log) → exchange by key → host (sessions) → exchange to worker 0 → sink
//!          store/log                              store/shard
//! ```
//!
//! Implement [`Hosted`] for your session, and give [`run`] your sources and your sink; or put [`host()`] into a dataflow
//! of your own.

mod error;
mod feed;
mod guard;
pub mod host;
mod hosted;
mod message;
mod meter;
#[cfg(feature = "nats")]
pub mod nats;
mod route;
mod run;
mod sessions;
mod settle;
pub mod sink;
pub mod source;
pub mod store;

pub use error::Error;
pub use guard::is_guarded;
pub use host::{Holding, host};
pub use hosted::{Batching, Hosted, Key};
pub use message::{Emitted, Event, Message, Outcome};
pub use meter::{Meter, Reading};
pub use route::route;
pub use run::{Cluster, OpenSink, Options, Stream, run};
pub use source::Decoded;
