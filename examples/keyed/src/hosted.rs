//! What a program says of its sessions: how one begins, takes inputs, goes on in time, and is saved.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use serde::Serialize;
use serde::de::DeserializeOwned;

/// What inputs are told apart by. Its `Ord` is the order of outputs, its `Hash` says which worker has it, and its text is
/// what people type.
pub trait Key:
    Clone + Ord + Hash + Debug + Display + FromStr + Serialize + DeserializeOwned + Send + 'static
{
}

impl<K> Key for K where
    K: Clone
        + Ord
        + Hash
        + Debug
        + Display
        + FromStr
        + Serialize
        + DeserializeOwned
        + Send
        + 'static
{
}

/// Whether the inputs of a key in one epoch are one change of its session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Batching {
    /// They are inserted in one transaction.
    #[default]
    Together,
    /// Each is a change of its own, after which the session runs.
    OneByOne,
}

/// A session that belongs to a key.
///
/// Everything it does must follow from its inputs and epochs: then the same inputs give the same outputs wherever, and
/// however often, they are replayed.
pub trait Hosted: Sized + 'static {
    /// What sessions are told apart by.
    type Key: Key;
    /// What a session takes.
    type Input: Serialize + DeserializeOwned + Clone + Send + 'static;
    /// What it gives: what its rules pushed into a global, or facts of some type.
    type Output: Serialize + DeserializeOwned + Send + 'static;

    /// What tells this version of the rules from others. Where a directory is of another, each of its sessions is looked at
    /// in the first epoch of the run: what is new then begins, and does not wait for the key's next input.
    #[must_use]
    fn version() -> u64 {
        0
    }

    /// A session for a key of which nothing has been seen.
    fn begin(key: &Self::Key) -> Self;

    /// Inserts inputs as one change, in their order.
    ///
    /// # Errors
    ///
    /// Fails where the session cannot go on; the key is then set aside.
    fn insert(&mut self, inputs: Vec<Self::Input>) -> Result<(), String>;

    /// Fires its rules, without going on in time.
    ///
    /// # Errors
    ///
    /// Fails where the session cannot go on; the key is then set aside.
    fn run(&mut self) -> Result<(), String>;

    /// Goes on to the end of an epoch, and fires its rules.
    ///
    /// # Errors
    ///
    /// Fails where the session cannot go on; the key is then set aside.
    fn advance_to(&mut self, epoch: u64) -> Result<(), String>;

    /// Takes out what it has given since this was called last, in order.
    fn take_outputs(&mut self) -> Vec<Self::Output>;

    /// The epoch at whose end time alone changes something, if there is one: a deadline, the end of a window.
    fn next_epoch(&self) -> Option<u64>;

    /// Its snapshot.
    ///
    /// # Errors
    ///
    /// Fails where it cannot be saved; the key is then set aside.
    fn save(&self) -> Result<Vec<u8>, String>;

    /// The session of a snapshot.
    ///
    /// # Errors
    ///
    /// Says why it cannot be restored; the key is then set aside.
    fn load(snapshot: &[u8]) -> Result<Self, String>;

    /// What there is to say of it to a person who asks, a line each.
    fn describe(&self) -> Vec<String> {
        Vec::new()
    }
}
