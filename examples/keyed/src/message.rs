//! What goes through the dataflow.

use serde::{Deserialize, Serialize};

/// An input on its way to the worker that has its key.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Event<K, I> {
    /// When it happens; epochs are numbered from 1.
    pub epoch: u64,
    /// Whose it is.
    pub key: K,
    /// The source that it came from.
    pub source: u32,
    /// How many records that source gave before it.
    pub place: u64,
    /// When it was read, in microseconds since 1970: only for measuring.
    pub read: u64,
    /// What it says.
    pub input: I,
}

/// What a host takes.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Message<K, I> {
    /// An input.
    Event(Event<K, I>),
    /// A source is at its end: time goes as far as this epoch and no further, whatever the frontier says.
    Until {
        /// The last epoch of the source.
        epoch: u64,
        /// The worker that is told; all of them are.
        worker: usize,
    },
}

/// What became of a key in an epoch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome<O> {
    /// Its session gave this.
    Output(O),
    /// Its session failed, and is set aside: nothing more comes of this key.
    SetAside(String),
}

/// An output. `(epoch, key, n)` is there once, so who has seen it can tell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Emitted<K, O> {
    /// When.
    pub epoch: u64,
    /// Whose.
    pub key: K,
    /// How many outputs of that key and epoch came before it.
    pub n: u32,
    /// What.
    pub outcome: Outcome<O>,
}
