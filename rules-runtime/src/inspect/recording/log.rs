//! The log of a recording: what happened, in segments of bytes, of which the oldest goes when there are too many.

use alloc::collections::VecDeque;
use alloc::vec::Vec;

use super::code::{Entry, Reader};
use super::state::State;

/// How many segments a full log is divided into.
const SEGMENTS: usize = 16;

/// What happened, and the state before it.
#[derive(Debug, Clone)]
pub(super) struct Log {
    /// How many bytes of it are kept.
    limit: usize,
    /// The tag from which tags are counted.
    first: Option<u64>,
    segments: VecDeque<Vec<u8>>,
    length: usize,
    /// The state before the oldest entry.
    base: State,
    /// How many entries are gone that callers see.
    dropped: u64,
    /// How many changes ended among them.
    dropped_changes: u64,
    entries: u64,
}

impl Log {
    pub(super) fn new(limit: usize) -> Self {
        Log {
            limit,
            first: None,
            segments: VecDeque::new(),
            length: 0,
            base: State::default(),
            dropped: 0,
            dropped_changes: 0,
            entries: 0,
        }
    }

    /// Writes what happened.
    pub(super) fn push(&mut self, entry: &Entry<'_>) {
        if self.first.is_none() {
            self.first = entry.fact().map(|fact| fact.tag);
        }
        let first = self.first.unwrap_or_default();
        let full = self.limit / SEGMENTS;
        if self.segments.back().is_none_or(|last| last.len() >= full) {
            self.segments.push_back(Vec::new());
        }
        let last = self.segments.back_mut().expect("there is one");
        let before = last.len();
        entry.write(first, last);
        self.length += last.len() - before;
        self.entries += 1;
        while self.length > self.limit && self.segments.len() > 1 {
            self.drop_oldest();
        }
    }

    fn drop_oldest(&mut self) {
        let Some(segment) = self.segments.pop_front() else {
            return;
        };
        self.length -= segment.len();
        let reader = Reader {
            first: self.first.unwrap_or_default(),
            bytes: &segment,
        };
        for entry in reader {
            self.base.apply(&entry);
            self.dropped += u64::from(entry.is_seen());
            self.dropped_changes += u64::from(entry == Entry::ChangeEnded);
        }
    }

    /// Begins again at this state.
    pub(super) fn clear(&mut self, state: State) {
        let Log { limit, first, .. } = *self;
        *self = Log {
            first,
            base: state,
            ..Log::new(limit)
        };
    }

    /// What happened, the oldest first.
    pub(super) fn entries(&self) -> impl Iterator<Item = Entry<'_>> {
        let first = self.first.unwrap_or_default();
        let segments = self.segments.iter();
        segments.flat_map(move |bytes| Reader { first, bytes })
    }

    /// The state before the oldest entry.
    pub(super) fn base(&self) -> &State {
        &self.base
    }

    /// How many entries are gone that callers see.
    pub(super) fn dropped(&self) -> u64 {
        self.dropped
    }

    /// How many changes ended before the oldest entry.
    pub(super) fn dropped_changes(&self) -> u64 {
        self.dropped_changes
    }

    /// How many entries there have been.
    pub(super) fn count(&self) -> u64 {
        self.entries
    }

    /// How many bytes the entries take.
    pub(super) fn size(&self) -> usize {
        self.length
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{KindId, Slot};
    use crate::memory::handle::FactId;

    fn fact(number: u32) -> FactId {
        FactId {
            slot: Slot(number),
            kind: KindId(0),
            tag: u64::from(number),
        }
    }

    #[test]
    fn what_is_dropped_is_in_the_state_before_the_rest() {
        let (mut all, mut few) = (Log::new(usize::MAX), Log::new(1_000));
        for number in 0..1_000 {
            for log in [&mut all, &mut few] {
                log.push(&Entry::Inserted(fact(number), "Fact"));
                if number % 3 > 0 {
                    log.push(&Entry::Retracted(fact(number - 1)));
                }
            }
        }
        assert!(few.size() <= 1_000);
        assert_eq!(few.count(), all.count());
        let kept = few.entries().count() as u64;
        assert_eq!(few.dropped() + kept, all.count());
        let end = |log: &Log| {
            let mut state = log.base().clone();
            log.entries().for_each(|entry| state.apply(&entry));
            state
        };
        assert_eq!(end(&few), end(&all));
        assert_ne!(few.base(), all.base());
    }
}
