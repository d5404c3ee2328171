//! Handles: how code outside the rules names a fact.
//!
//! A fact is named by its slot in the slab of its type and by a *tag*: a number given once, to one
//! insertion, in one session of the process. A tag that still stands in its slot proves that the
//! fact is the one meant, whatever happened to the slot since; and since tags grow, they also
//! say in which order facts were inserted.

use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;

use crate::ids::{KindId, Slot};
use crate::memory::tags::Tags;

/// What a call on a poisoned session says.
pub(crate) const POISONED: &str = "this session is poisoned: a panic in a condition, or in a fact's own code, has broken off a change";

/// Names one fact of a session, whatever its type. Facts of a session are ordered by their insertion.
#[derive(Clone, Copy)]
pub struct FactId {
    pub(crate) slot: Slot,
    pub(crate) kind: KindId,
    pub(crate) tag: u64,
}

impl FactId {
    /// What tells it from others, and orders it. A tag is given once, to a fact of whatever type; the number of the type may
    /// be another in the version of the ruleset that has saved the name.
    fn key(&self) -> (u64, Slot) {
        (self.tag, self.slot)
    }
}

impl PartialEq for FactId {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for FactId {}

impl Hash for FactId {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl Ord for FactId {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl PartialOrd for FactId {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Debug for FactId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", Tags::serial(self.tag))
    }
}

/// Names one fact of type `F` of a session.
///
/// A handle stays good until its fact is retracted; after that it is stale, also when the slot has been
/// taken by another fact. It is small and `Copy`, whatever `F` is. Handles of a session are ordered by the insertion of
/// their facts.
pub struct Handle<F> {
    id: FactId,
    fact: PhantomData<fn() -> F>,
}

impl<F> Handle<F> {
    pub(crate) fn new(id: FactId) -> Self {
        Handle {
            id,
            fact: PhantomData,
        }
    }

    /// The same name without the type, to compare with what an activation or an event tells.
    #[must_use]
    pub fn id(self) -> FactId {
        self.id
    }
}

impl<F> Clone for Handle<F> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<F> Copy for Handle<F> {}

impl<F> PartialEq for Handle<F> {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl<F> Eq for Handle<F> {}

impl<F> Hash for Handle<F> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

impl<F> Ord for Handle<F> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.id.cmp(&other.id)
    }
}

impl<F> PartialOrd for Handle<F> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<F> fmt::Debug for Handle<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Handle({:?})", self.id)
    }
}

impl<F> PartialEq<FactId> for Handle<F> {
    fn eq(&self, other: &FactId) -> bool {
        self.id == *other
    }
}

impl<F> PartialEq<Handle<F>> for FactId {
    fn eq(&self, other: &Handle<F>) -> bool {
        other == self
    }
}

/// The error of a handle that names no fact of the session: the fact was retracted, or the handle
/// is another session's; or of one that names a `#[best]` fact, which no call changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HandleError {
    pub(crate) id: FactId,
    pub(crate) fact_type: &'static str,
    pub(crate) cause: Cause,
}

/// Why a call does nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cause {
    /// The fact is not there.
    Gone,
    /// The session is poisoned.
    Poisoned,
    /// The fact is `#[best]`: rules alone make it, and it goes when they do not.
    Best,
    /// The fact is an event, and was to get another time.
    Time,
}

impl HandleError {
    /// The fact that the handle named.
    #[must_use]
    pub fn id(&self) -> FactId {
        self.id
    }
}

impl fmt::Display for HandleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let HandleError {
            id,
            fact_type,
            cause,
        } = self;
        match cause {
            Cause::Gone => write!(
                f,
                "no fact of this session: `{fact_type}` {id:?} was retracted, or is another session's"
            ),
            Cause::Poisoned => f.write_str(POISONED),
            Cause::Best => write!(
                f,
                "`{fact_type}` {id:?} is the best of what rules derive, and is neither changed nor retracted"
            ),
            Cause::Time => write!(
                f,
                "the time of an event stays: `{fact_type}` {id:?} can be retracted, and inserted with another"
            ),
        }
    }
}

impl core::error::Error for HandleError {}
