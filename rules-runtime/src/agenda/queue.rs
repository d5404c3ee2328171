//! The activations of one salience, under a strategy that goes by their dates alone.
//!
//! The activations that one change made are a *run*; runs stand in the order of their changes, so a run is
//! all that ever needs sorting, and it is sorted when its turn comes. The next activation is at the back
//! under `depth`, at the front under `breadth`. An activation that is cancelled leaves a hole.

use alloc::vec::Vec;
use core::ops::Range;

use crate::containers::index::{Link, Links, NIL};
use crate::ids::TokenId;

/// So many entries may stand dead at the front before they are dropped.
const SLACK: usize = 64;

/// The activations that one change made.
#[derive(Debug, Clone, Copy)]
struct Run {
    /// The change's date.
    date: u64,
    /// Where it begins, counted from the first activation the queue ever had.
    begin: usize,
    sorted: bool,
}

/// The activations of one salience. A token's link says in which queue it stands, and where.
#[derive(Debug, Clone, Default)]
pub(crate) struct Queue {
    /// Those before `front` have left.
    entries: Vec<TokenId>,
    front: usize,
    /// Those before `first_run` have left.
    runs: Vec<Run>,
    first_run: usize,
    /// How many entries have been dropped before `entries`.
    gone: usize,
    live: usize,
}

impl Queue {
    /// How many activations there are.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.live
    }

    /// Puts an activation of the change of this date in; `number` is the queue's.
    pub(crate) fn push(&mut self, links: &mut impl Links, number: u32, token: TokenId, date: u64) {
        if self.runs.last().is_none_or(|run| run.date != date) {
            if self.entries.len() - self.front > 2 * self.live + SLACK {
                self.compact(links);
            }
            self.runs.push(Run {
                date,
                begin: self.end(),
                sorted: false,
            });
        }
        links[token.index()] = Link {
            bucket: number,
            next: self.end() as u32,
            prev: NIL,
        };
        self.entries.push(token);
        self.live += 1;
    }

    /// Takes out the activation that stands at a place.
    pub(crate) fn remove(&mut self, place: u32) {
        let place = place.wrapping_sub(self.gone as u32) as usize;
        self.entries[place] = TokenId::NONE;
        self.live -= 1;
        if self.live == 0 {
            self.clear();
        } else if place + 1 == self.entries.len() {
            self.trim_back();
        } else if place == self.front {
            self.trim_front();
        }
    }

    /// The activation to fire first. `sort` puts activations of one change in firing order.
    #[inline]
    pub(crate) fn first(
        &mut self,
        links: &mut impl Links,
        oldest_first: bool,
        sort: impl FnOnce(&mut [TokenId]),
    ) -> Option<TokenId> {
        let run = if oldest_first {
            self.first_run
        } else {
            self.runs.len().wrapping_sub(1)
        };
        if !self.runs.get(run)?.sorted
            && let Some(live) = self.gather(run, oldest_first)
        {
            sort(&mut self.entries[live.clone()]);
            self.settle(links, live, oldest_first);
        }
        if oldest_first {
            self.entries.get(self.front)
        } else {
            self.entries.last()
        }
        .copied()
    }

    /// The date of the activation to fire first.
    pub(crate) fn date_of_first(&self, oldest_first: bool) -> u64 {
        let run = if oldest_first {
            self.runs.get(self.first_run)
        } else {
            self.runs.last()
        };
        run.map_or(0, |run| run.date)
    }

    /// All activations with the dates of the changes that made them, in unspecified order.
    pub(crate) fn dated(&self) -> impl Iterator<Item = (TokenId, u64)> + '_ {
        (self.first_run..self.runs.len()).flat_map(|number| {
            let entries = self.span(number);
            let entries = self.entries[entries].iter();
            let date = self.runs[number].date;
            entries
                .filter(|&&token| token != TokenId::NONE)
                .map(move |&token| (token, date))
        })
    }

    /// Where the entries of a run stand, but for those that have left at the front.
    fn span(&self, run: usize) -> Range<usize> {
        let next = self.runs.get(run + 1);
        let end = next.map_or(self.end(), |next| next.begin);
        let begin = self.runs[run].begin.max(self.gone + self.front);
        begin - self.gone..end.max(begin) - self.gone
    }

    /// The position of the entry to come.
    fn end(&self) -> usize {
        self.gone + self.entries.len()
    }

    fn clear(&mut self) {
        self.entries.clear();
        self.runs.clear();
        (self.front, self.first_run, self.gone) = (0, 0, 0);
    }

    /// Closes the holes.
    fn compact(&mut self, links: &mut impl Links) {
        let entries = core::mem::take(&mut self.entries);
        let runs = core::mem::take(&mut self.runs);
        let mut runs = runs.into_iter().skip(self.first_run).peekable();
        for (offset, token) in entries.into_iter().enumerate().skip(self.front) {
            while let Some(run) = runs.next_if(|run| run.begin <= self.gone + offset) {
                self.runs.push(Run {
                    begin: self.gone + self.entries.len(),
                    ..run
                });
            }
            if token != TokenId::NONE {
                links[token.index()].next = self.end() as u32;
                self.entries.push(token);
            }
        }
        (self.front, self.first_run) = (0, 0);
        if self.live == 0 {
            self.clear();
        } else {
            self.trim_back();
            self.trim_front();
        }
    }

    /// Drops the holes at the back, where there is an activation, and the runs that are empty there.
    fn trim_back(&mut self) {
        while self.entries.last() == Some(&TokenId::NONE) {
            self.entries.pop();
        }
        let end = self.end();
        while self.runs.last().is_some_and(|run| run.begin >= end) {
            self.runs.pop();
        }
    }

    /// Passes the holes at the front, where there is an activation, and the runs that are empty there.
    fn trim_front(&mut self) {
        while self.entries.get(self.front) == Some(&TokenId::NONE) {
            self.front += 1;
        }
        let front = self.gone + self.front;
        let next = |queue: &Self| queue.runs.get(queue.first_run + 1).copied();
        while next(self).is_some_and(|run| run.begin <= front) {
            self.first_run += 1;
        }
        if self.front > SLACK && 2 * self.front > self.entries.len() {
            self.gone = front;
            self.entries.drain(..self.front);
            self.runs.drain(..self.first_run);
            (self.front, self.first_run) = (0, 0);
        }
    }

    /// Moves the holes of a run, whose turn it is, to the end at which it begins to fire, where they are dropped.
    /// Returns where its activations stand, which are to be sorted, if there is more than one.
    fn gather(&mut self, run: usize, front: bool) -> Option<Range<usize>> {
        self.runs[run].sorted = true;
        let span = self.span(run);
        if span.len() == 1 {
            return None;
        }
        if !self.entries[span.clone()].contains(&TokenId::NONE) {
            return Some(span);
        }
        let mut live = span.start;
        for at in span.clone() {
            if self.entries[at] != TokenId::NONE {
                self.entries.swap(at, live);
                live += 1;
            }
        }
        if front {
            let holes = span.end - live;
            self.entries[span.clone()].rotate_right(holes);
            return Some(span.start + holes..span.end);
        }
        Some(span.start..live)
    }

    /// Notes where activations stand that are in firing order now.
    fn settle(&mut self, links: &mut impl Links, live: Range<usize>, front: bool) {
        let begin = self.gone + live.start;
        let entries = &mut self.entries[live];
        if !front {
            entries.reverse();
        }
        for (&token, place) in entries.iter().zip(begin..) {
            links[token.index()].next = place as u32;
        }
        self.trim_back();
        self.trim_front();
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;

    /// Some numbers, the same each time.
    fn numbers(mut seed: u64) -> impl FnMut(u64) -> u64 {
        move |below| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) % below
        }
    }

    /// Tokens are ordered by their numbers within a run.
    fn first_of(known: &[(u64, TokenId)], oldest_first: bool) -> Option<TokenId> {
        let dates = known.iter().map(|&(date, _)| date);
        let date = if oldest_first {
            dates.min()
        } else {
            dates.max()
        }?;
        let of_run = known.iter().filter(|&&(other, _)| other == date);
        of_run.map(|&(_, token)| token).min()
    }

    #[test]
    fn activations_come_run_by_run_whatever_is_cancelled() {
        for seed in 0..200 {
            let oldest_first = seed % 2 == 0;
            let mut number = numbers(seed);
            let (mut queue, mut links) = (Queue::default(), vec![Link::NONE; 4_000]);
            let (mut known, mut next) = (Vec::new(), 0);
            for date in 0..300 {
                for _ in 0..number(12) {
                    let token = TokenId(next);
                    queue.push(&mut links, 3, token, date);
                    known.push((date, token));
                    next += 1;
                }
                for _ in 0..number(12) {
                    if known.is_empty() {
                        break;
                    }
                    let place = number(known.len() as u64) as usize;
                    let (_, token) = known.swap_remove(place);
                    queue.remove(links[token.index()].next);
                }
                let first = queue.first(&mut links, oldest_first, <[TokenId]>::sort_unstable);
                assert_eq!(first, first_of(&known, oldest_first), "seed {seed}");
                if let Some(first) = first.filter(|_| number(3) > 0) {
                    queue.remove(links[first.index()].next);
                    known.retain(|&(_, token)| token != first);
                }
                let mut dated: Vec<(u64, TokenId)> =
                    queue.dated().map(|(token, date)| (date, token)).collect();
                dated.sort_unstable();
                known.sort_unstable();
                assert_eq!((&dated, queue.len()), (&known, known.len()), "seed {seed}");
            }
        }
    }
}
