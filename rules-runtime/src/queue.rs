//! The activations of one salience, under a strategy that goes by their dates alone.
//!
//! The activations that one change made are a *run*; runs stand in the order of their changes, so a run is
//! all that ever needs sorting, and it is sorted when its turn comes. The next activation is at the back
//! under `depth`, at the front under `breadth`. An activation that is cancelled leaves a hole.

use alloc::collections::VecDeque;
use core::cmp::Ordering;

use crate::index::{Link, Links, NIL};

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
    entries: VecDeque<u32>,
    runs: VecDeque<Run>,
    /// How many entries have left at the front.
    gone: usize,
    live: usize,
}

impl Queue {
    /// How many activations there are.
    pub(crate) fn len(&self) -> usize {
        self.live
    }

    /// Puts an activation of the change of this date in; `number` is the queue's.
    pub(crate) fn push(&mut self, links: &mut impl Links, number: u32, token: u32, date: u64) {
        if self.runs.back().is_none_or(|run| run.date != date) {
            self.compact(links);
            self.runs.push_back(Run {
                date,
                begin: self.end(),
                sorted: false,
            });
        }
        links[token as usize] = Link {
            bucket: number,
            next: self.end() as u32,
            prev: NIL,
        };
        self.entries.push_back(token);
        self.live += 1;
    }

    /// Takes out the activation that stands at a place.
    pub(crate) fn remove(&mut self, place: u32) {
        let place = place.wrapping_sub(self.gone as u32) as usize;
        self.entries[place] = NIL;
        self.live -= 1;
        if place + 1 == self.entries.len() {
            self.trim_back();
        } else if place == 0 {
            self.trim_front();
        }
    }

    /// The activation to fire first.
    pub(crate) fn first(
        &mut self,
        links: &mut impl Links,
        oldest_first: bool,
        order: impl Fn(u32, u32) -> Ordering,
    ) -> Option<u32> {
        self.sort(links, oldest_first, order);
        if oldest_first {
            self.entries.front()
        } else {
            self.entries.back()
        }
        .copied()
    }

    /// The date of the activation to fire first.
    pub(crate) fn date_of_first(&self, oldest_first: bool) -> u64 {
        let run = if oldest_first {
            self.runs.front()
        } else {
            self.runs.back()
        };
        run.map_or(0, |run| run.date)
    }

    /// All activations with the dates of the changes that made them, in unspecified order.
    pub(crate) fn dated(&self) -> impl Iterator<Item = (u32, u64)> + '_ {
        self.runs.iter().enumerate().flat_map(|(number, run)| {
            let end = self
                .runs
                .get(number + 1)
                .map_or(self.end(), |next| next.begin);
            let entries = self
                .entries
                .range(run.begin.max(self.gone) - self.gone..end - self.gone);
            entries
                .filter(|&&token| token != NIL)
                .map(|&token| (token, run.date))
        })
    }

    /// The position of the entry to come.
    fn end(&self) -> usize {
        self.gone + self.entries.len()
    }

    /// Closes the holes when they are most of the queue.
    fn compact(&mut self, links: &mut impl Links) {
        if self.entries.len() <= 2 * self.live + 64 {
            return;
        }
        let entries = core::mem::take(&mut self.entries);
        let mut runs = core::mem::take(&mut self.runs).into_iter().peekable();
        for (offset, token) in entries.into_iter().enumerate() {
            while let Some(run) = runs.next_if(|run| run.begin <= self.gone + offset) {
                self.runs.push_back(Run {
                    begin: self.gone + self.entries.len(),
                    ..run
                });
            }
            if token != NIL {
                links[token as usize].next = self.end() as u32;
                self.entries.push_back(token);
            }
        }
        self.trim();
    }

    /// Drops the holes at the back, and the runs that are empty there.
    fn trim_back(&mut self) {
        while self.entries.back() == Some(&NIL) {
            self.entries.pop_back();
        }
        let end = self.end();
        while self.runs.back().is_some_and(|run| run.begin >= end) {
            self.runs.pop_back();
        }
        if self.entries.is_empty() {
            self.runs.clear();
            self.gone = 0;
        }
    }

    /// Drops the holes at the front, of which there are fewer than entries, and the runs that are empty there.
    fn trim_front(&mut self) {
        while self.entries.front() == Some(&NIL) {
            self.entries.pop_front();
            self.gone += 1;
        }
        while self.runs.get(1).is_some_and(|run| run.begin <= self.gone) {
            self.runs.pop_front();
        }
    }

    /// Drops the holes at both ends, and the runs that are empty there.
    fn trim(&mut self) {
        self.trim_back();
        self.trim_front();
    }

    /// Sorts the run whose turn it is.
    fn sort(&mut self, links: &mut impl Links, front: bool, order: impl Fn(u32, u32) -> Ordering) {
        let Some(run) = (if front {
            self.runs.front_mut()
        } else {
            self.runs.back_mut()
        }) else {
            return;
        };
        if core::mem::replace(&mut run.sorted, true) {
            return;
        }
        let begin = run.begin.max(self.gone);
        let end = if front {
            self.runs
                .get(1)
                .map_or(self.gone + self.entries.len(), |next| next.begin)
        } else {
            self.gone + self.entries.len()
        };
        if end - begin == 1 {
            return;
        }
        let gone = self.gone;
        let entries = &mut self.entries.make_contiguous()[begin - gone..end - gone];
        let in_turn = |a: &u32, b: &u32| match (*a == NIL, *b == NIL) {
            (false, false) if front => order(*a, *b),
            (false, false) => order(*b, *a),
            // Holes go to the end at which the run begins to fire, where `trim` drops them.
            (a, b) if front => b.cmp(&a),
            (a, b) => a.cmp(&b),
        };
        entries.sort_unstable_by(in_turn);
        for (offset, &token) in entries.iter().enumerate() {
            if token != NIL {
                links[token as usize].next = (begin + offset) as u32;
            }
        }
        self.trim();
    }
}
