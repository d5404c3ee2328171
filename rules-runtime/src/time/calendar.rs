//! The calendar of a clock: what is to happen, in the order in which it does.
//!
//! The deadlines of one fact type mostly come in their order, for the clock goes on and a window is as long for each of its
//! events. So each type has a queue, to whose end an entry is pushed that is later than all others, and from whose
//! front the next one is taken: neither searches nor allocates. What comes out of order stands in a tree beside it.

use alloc::collections::{BTreeMap, VecDeque};
use alloc::vec::Vec;

use super::clock::Entry;
use crate::ids::KindId;

/// So many entries of a queue may be gone before it is looked at whether they are the most.
const FEW: usize = 16;

/// What is to happen, with the date of each entry.
#[derive(Debug, Clone)]
pub(super) struct Calendar<T> {
    /// Of the fact types that have had entries; these are few.
    lanes: Vec<Lane<T>>,
}

/// The entries of a fact type.
#[derive(Debug, Clone)]
struct Lane<T> {
    kind: KindId,
    /// Ordered, with the dates; an entry without one is gone. The first is not.
    queue: VecDeque<(Entry<T>, Option<u64>)>,
    /// How many of the queue are gone.
    gone: usize,
    /// Those that came when the queue had earlier and later ones.
    others: BTreeMap<Entry<T>, u64>,
}

impl<T: Copy + Ord> Calendar<T> {
    /// Puts an entry in that is not there.
    pub(super) fn insert(&mut self, entry: Entry<T>, date: u64) {
        let kind = entry.2.kind;
        let place = self.lanes.iter().position(|lane| lane.kind == kind);
        let place = place.unwrap_or_else(|| {
            self.lanes.push(Lane {
                kind,
                queue: VecDeque::new(),
                gone: 0,
                others: BTreeMap::new(),
            });
            self.lanes.len() - 1
        });
        self.lanes[place].insert(entry, date);
    }

    /// Takes an entry out. Returns its date, if it was there.
    pub(super) fn remove(&mut self, entry: &Entry<T>) -> Option<u64> {
        let mut lanes = self.lanes.iter_mut();
        lanes.find(|lane| lane.kind == entry.2.kind)?.remove(entry)
    }

    /// The entry that happens next.
    #[cfg(test)]
    fn first(&self) -> Option<(Entry<T>, u64)> {
        let (_, entry, date) = self.find_first()?;
        Some((*entry, date))
    }

    /// The entry that happens next, with the place of its lane.
    #[inline]
    fn find_first(&self) -> Option<(usize, &Entry<T>, u64)> {
        let mut found: Option<(usize, &Entry<T>, u64)> = None;
        for (place, lane) in self.lanes.iter().enumerate() {
            if let Some((entry, date)) = lane.first()
                && found.is_none_or(|(_, first, _)| entry < first)
            {
                found = Some((place, entry, date));
            }
        }
        found
    }

    /// Takes out the entry that happens next, with its date, if it is one of those that are taken.
    #[inline]
    pub(super) fn take_first(
        &mut self,
        takes: impl FnOnce(&Entry<T>, u64) -> bool,
    ) -> Option<(Entry<T>, u64)> {
        let (place, &entry, date) = self.find_first()?;
        if !takes(&entry, date) {
            return None;
        }
        self.lanes[place].take_first();
        Some((entry, date))
    }

    /// The entries before an instant, in order.
    pub(super) fn before(&self, instant: T, mut found: impl FnMut(Entry<T>)) {
        let is_before = |entry: &Entry<T>| entry.0 < instant;
        let mut busy = self.lanes.iter().filter(|lane| {
            let first = lane.first();
            first.is_some_and(|(entry, _)| is_before(entry))
        });
        let Some(lane) = busy.next() else {
            return;
        };
        let of_lane = |lane: &Lane<T>, found: &mut dyn FnMut(Entry<T>)| {
            let queue = lane.queue.iter();
            let queue = queue.take_while(|(entry, _)| is_before(entry));
            let queue = queue.filter(|(_, date)| date.is_some());
            queue.for_each(|(entry, _)| found(*entry));
            let others = lane.others.keys();
            others
                .take_while(|entry| is_before(entry))
                .for_each(|entry| found(*entry));
        };
        let next = busy.next();
        if next.is_none() && lane.others.is_empty() {
            of_lane(lane, &mut found);
            return;
        }
        let mut all = Vec::new();
        for lane in [lane].into_iter().chain(next).chain(busy) {
            of_lane(lane, &mut |entry| all.push(entry));
        }
        all.sort_unstable();
        all.into_iter().for_each(found);
    }

    /// The instant at which that is.
    #[inline]
    pub(super) fn first_instant(&self) -> Option<T> {
        let firsts = self.lanes.iter().filter_map(Lane::first);
        firsts.map(|((at, ..), _)| *at).min()
    }

    /// All entries, those of a type in two ordered runs.
    #[cfg(feature = "serde")]
    pub(super) fn iter(&self) -> impl Iterator<Item = (Entry<T>, u64)> {
        self.lanes.iter().flat_map(|lane| {
            let queue = lane.queue.iter();
            let queue = queue.filter_map(|&(entry, date)| Some((entry, date?)));
            queue.chain(lane.others.iter().map(|(&entry, &date)| (entry, date)))
        })
    }

    /// Gives all entries other dates.
    #[cfg(feature = "serde")]
    pub(super) fn date(&mut self, date: impl Fn(&Entry<T>) -> u64) {
        for lane in &mut self.lanes {
            for (entry, dated) in &mut lane.queue {
                *dated = dated.map(|_| date(entry));
            }
            for (entry, dated) in &mut lane.others {
                *dated = date(entry);
            }
        }
    }

    /// Gives back the memory that it does not use.
    pub(super) fn shrink(&mut self) {
        for lane in &mut self.lanes {
            lane.tidy();
            lane.queue.shrink_to_fit();
        }
    }
}

impl<T: Copy + Ord> Lane<T> {
    #[inline]
    fn first(&self) -> Option<(&Entry<T>, u64)> {
        let of_queue = self.queue.front();
        let of_queue = of_queue.and_then(|(entry, date)| Some((entry, (*date)?)));
        if self.others.is_empty() {
            return of_queue;
        }
        let of_others = self.others.first_key_value();
        let of_others = of_others.map(|(entry, &date)| (entry, date));
        match (of_queue, of_others) {
            (Some((entry, _)), Some((other, _))) if other < entry => of_others,
            (Some(_), _) => of_queue,
            (None, _) => of_others,
        }
    }

    fn insert(&mut self, entry: Entry<T>, date: u64) {
        if self.queue.back().is_none_or(|(last, _)| *last < entry) {
            self.queue.push_back((entry, Some(date)));
        } else if self.queue.front().is_some_and(|(first, _)| entry < *first) {
            self.queue.push_front((entry, Some(date)));
        } else {
            self.others.insert(entry, date);
        }
    }

    /// Takes out the first, if there is one.
    fn take_first(&mut self) {
        let of_queue = self.queue.front().map(|(entry, _)| entry);
        let of_others = self.others.first_entry();
        match (of_queue, of_others) {
            (Some(entry), Some(other)) if other.key() < entry => _ = other.remove(),
            (None, Some(other)) => _ = other.remove(),
            (None, None) => {}
            (Some(_), _) => {
                self.queue.pop_front();
                self.skip_gone();
            }
        }
    }

    fn remove(&mut self, entry: &Entry<T>) -> Option<u64> {
        let first = self.queue.front().map(|(first, _)| first.cmp(entry));
        if first.is_some_and(core::cmp::Ordering::is_eq) {
            let (_, date) = self.queue.pop_front()?;
            self.skip_gone();
            return date;
        }
        if first.is_some_and(core::cmp::Ordering::is_lt)
            && let Ok(place) = self.queue.binary_search_by(|(at, _)| at.cmp(entry))
            && let Some(date) = self.queue[place].1.take()
        {
            self.gone += 1;
            if self.gone >= FEW && self.gone > self.queue.len() / 2 {
                self.tidy();
            }
            return Some(date);
        }
        if self.others.is_empty() {
            return None;
        }
        self.others.remove(entry)
    }

    /// Takes those off the front of the queue that are gone.
    fn skip_gone(&mut self) {
        while self.gone > 0 && self.queue.front().is_some_and(|(_, date)| date.is_none()) {
            self.queue.pop_front();
            self.gone -= 1;
        }
    }

    /// Takes all out of the queue that are gone.
    fn tidy(&mut self) {
        self.queue.retain(|(_, date)| date.is_some());
        self.gone = 0;
    }
}

impl<T> Default for Calendar<T> {
    fn default() -> Self {
        Calendar { lanes: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeMap;
    use alloc::vec::Vec;

    use super::super::clock::{Entry, Happening};
    use super::Calendar;
    use crate::ids::{KindId, Slot};
    use crate::memory::handle::FactId;

    /// Numbers that look random.
    fn next(state: &mut u64) -> u64 {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        *state
    }

    #[test]
    fn a_calendar_has_the_entries_of_a_map_whatever_comes_and_goes() {
        let mut state = 0x9e37_79b9_7f4a_7c15;
        let mut calendar = Calendar::default();
        let mut map: BTreeMap<Entry<u64>, u64> = BTreeMap::new();
        for step in 0..20_000_u64 {
            let random = next(&mut state);
            // Times with many entries follow on times in which it empties.
            let grows = random % 8 < if step / 1_000 % 2 == 0 { 5 } else { 3 };
            if grows {
                let at = step
                    + if random & 64 == 0 {
                        100
                    } else {
                        next(&mut state) % 200
                    };
                let what = if random & 128 == 0 {
                    Happening::Enters
                } else {
                    Happening::Expires
                };
                let kind = KindId(next(&mut state) as u32 % 3);
                let slot = Slot(0);
                let entry = (
                    at,
                    what,
                    FactId {
                        slot,
                        kind,
                        tag: step,
                    },
                );
                calendar.insert(entry, step);
                map.insert(entry, step);
            } else if random & 64 == 0 || map.is_empty() {
                let first = map.pop_first();
                assert_eq!(calendar.first(), first);
                if let Some((entry, date)) = first {
                    if random & 512 == 0 {
                        assert_eq!(calendar.take_first(|_, _| false), None);
                        assert_eq!(calendar.take_first(|_, _| true), first);
                    } else {
                        assert_eq!(calendar.remove(&entry), Some(date));
                    }
                    assert_eq!(calendar.remove(&entry), None);
                    if random & 256 == 0 {
                        // As a search does that goes back.
                        calendar.insert(entry, date);
                        map.insert(entry, date);
                    }
                }
            } else {
                let place = next(&mut state) as usize % map.len();
                let (&entry, &date) = map.iter().nth(place).expect("it is one of them");
                map.remove(&entry);
                assert_eq!(calendar.remove(&entry), Some(date));
                assert_eq!(calendar.remove(&entry), None);
            }
            let first = map.first_key_value().map(|(&entry, &date)| (entry, date));
            assert_eq!(calendar.first(), first);
            let instant = step + next(&mut state) % 100;
            let mut before = Vec::new();
            calendar.before(instant, |entry| before.push(entry));
            let expected = map.keys().take_while(|entry| entry.0 < instant);
            assert!(before.iter().eq(expected));
        }
    }
}
