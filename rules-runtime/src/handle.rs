//! Handles: how code outside the rules names a fact.
//!
//! A fact is named by its slot in the slab of its type and by a *tag*: a number given once, to one
//! insertion, in one session of the process. A tag that still stands in its slot proves that the
//! fact is the one meant, whatever happened to the slot since; and since tags grow, they also
//! say in which order facts were inserted.

use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;
use core::sync::atomic::{AtomicU64, Ordering};

use crate::work::POISONED;

/// Names one fact of a session, whatever its type.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct FactId {
    pub(crate) slot: u32,
    pub(crate) kind: u32,
    pub(crate) tag: u64,
}

impl fmt::Debug for FactId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.tag & Tags::SERIAL)
    }
}

/// Names one fact of type `F` of a session.
///
/// A handle stays good until its fact is retracted; after that it is stale, also when the slot has been
/// taken by another fact. It is small and `Copy`, whatever `F` is.
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
        *self == other.id
    }
}

/// The error of a handle that names no fact of the session: the fact was retracted, or the handle
/// is another session's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HandleError {
    pub(crate) id: FactId,
    pub(crate) fact_type: &'static str,
    pub(crate) poisoned: bool,
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
        if self.poisoned {
            return f.write_str(POISONED);
        }
        write!(
            f,
            "no fact of this session: `{}` {:?} was retracted, or is another session's",
            self.fact_type, self.id
        )
    }
}

impl core::error::Error for HandleError {}

/// Gives out tags: the number of a session in the process, and a serial number in it.
///
/// A session that uses up its serial numbers takes the next session number. Session numbers grow, so
/// tags of one session (and of the session it was cloned from) grow in the order of insertion.
#[derive(Debug)]
pub(crate) struct Tags {
    next: u64,
}

impl Tags {
    /// How many bits of a tag are the serial number.
    const SERIAL_BITS: u32 = 28;
    /// The bits of a tag that are the serial number.
    const SERIAL: u64 = (1 << Self::SERIAL_BITS) - 1;

    /// The tags of a new session, of which no other session has any.
    pub(crate) fn new() -> Self {
        static SESSIONS: AtomicU64 = AtomicU64::new(1);
        let session = SESSIONS.fetch_add(1, Ordering::Relaxed);
        Tags {
            next: session << Self::SERIAL_BITS,
        }
    }

    /// The tags of a copy of the session: other ones from here on, numbered on.
    pub(crate) fn fork(&self) -> Self {
        let Tags { next } = Tags::new();
        Tags {
            next: next | (self.next & Self::SERIAL),
        }
    }

    /// The next tag.
    pub(crate) fn next(&mut self) -> u64 {
        self.reserve(1)
    }

    /// The first of so many tags that follow one another.
    pub(crate) fn reserve(&mut self, count: u64) -> u64 {
        if (self.next & Self::SERIAL) + count > Self::SERIAL {
            *self = Tags::new();
        }
        let first = self.next + 1;
        self.next += count;
        first
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_grow_and_differ_between_sessions() {
        let (mut first, mut second) = (Tags::new(), Tags::new());
        let tags = [first.next(), first.next(), second.next(), second.next()];
        assert!(tags.is_sorted_by(|a, b| a < b));
    }

    #[test]
    fn a_copy_numbers_on_with_tags_of_its_own() {
        let mut tags = Tags::new();
        let last = tags.next();
        let mut copy = tags.fork();
        let (here, there) = (tags.next(), copy.next());
        assert_ne!(here, there);
        assert!(there > last);
        assert_eq!(here & Tags::SERIAL, there & Tags::SERIAL);
    }

    #[test]
    fn a_session_out_of_serial_numbers_goes_on_with_greater_tags() {
        let mut tags = Tags::new();
        tags.next |= Tags::SERIAL - 1;
        let last = tags.next();
        assert_eq!(last & Tags::SERIAL, Tags::SERIAL);
        assert!(tags.next() > last);
        tags.next |= Tags::SERIAL - 1;
        let last = tags.next;
        assert!(tags.reserve(2) > last);
    }
}
