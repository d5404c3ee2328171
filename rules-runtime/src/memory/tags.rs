//! Tags: which insertion a fact is of, among all sessions of the process.
//!
//! A tag is the number of a session and a serial number in it. Session numbers are given out by the process
//! and grow; with the standard library they begin at random, so that two processes hardly ever give
//! out the same.

use core::sync::atomic::Ordering;

#[cfg(target_has_atomic = "64")]
use core::sync::atomic::AtomicU64;
#[cfg(not(target_has_atomic = "64"))]
use portable_atomic::AtomicU64;

/// The number of the next session.
#[cfg(feature = "std")]
static SESSIONS: std::sync::LazyLock<AtomicU64> = std::sync::LazyLock::new(|| {
    // That leaves as good as all 36-bit numbers to come.
    AtomicU64::new(1 + random(31))
});
#[cfg(not(feature = "std"))]
static SESSIONS: AtomicU64 = AtomicU64::new(1);

/// So many bits at random; zero where nothing is.
#[cfg(any(feature = "std", feature = "serde"))]
fn random(bits: u32) -> u64 {
    #[cfg(feature = "std")]
    {
        use core::hash::BuildHasher as _;
        std::hash::RandomState::new().hash_one(()) >> (u64::BITS - bits)
    }
    #[cfg(not(feature = "std"))]
    {
        _ = bits;
        0
    }
}

/// Gives out tags: the number of a session in the process, and a serial number in it.
///
/// A session that uses up its serial numbers takes the next session number. Session numbers grow, so
/// tags of one session (and of the session it was cloned from) grow in the order of insertion.
#[derive(Debug, Clone)]
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

    /// The tag given out last.
    #[cfg(feature = "serde")]
    pub(crate) fn last(&self) -> u64 {
        self.next
    }

    /// The tags of a session restored, in this process or another, of one that had given out this tag
    /// last. Fails where that is of the second half of all session numbers: no session has one.
    #[cfg(feature = "serde")]
    pub(crate) fn after(last: u64) -> Option<Self> {
        let session = last >> Self::SERIAL_BITS;
        if session >> (u64::BITS - Self::SERIAL_BITS - 1) != 0 {
            return None;
        }
        if SESSIONS.load(Ordering::Relaxed) <= session {
            // Of another process, which goes on from there: so this one leaps.
            SESSIONS.fetch_max(session + 1 + random(16), Ordering::Relaxed);
        }
        Some(Tags { next: last }.fork())
    }

    /// The serial number in a tag.
    pub(crate) fn serial(tag: u64) -> u64 {
        tag & Self::SERIAL
    }

    /// The next tag.
    pub(crate) fn next(&mut self) -> u64 {
        self.reserve(1)
    }

    /// The first of so many tags that follow one another.
    pub(crate) fn reserve(&mut self, count: u64) -> u64 {
        let first = self.first_of(count);
        self.next = first - 1 + count;
        first
    }

    /// The same, without giving them out yet.
    pub(crate) fn first_of(&mut self, count: u64) -> u64 {
        if (self.next & Self::SERIAL) + count > Self::SERIAL {
            *self = Tags::new();
        }
        self.next + 1
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
