//! The agenda: the matches that have not fired yet, in firing order.
//!
//! One queue for each distinct salience. In a queue stand *runs*, the activations that one change made;
//! runs stand in the order of their changes, so a run is all that ever needs sorting, and it is
//! sorted when its turn comes. A queue's next activation is at its back under `depth`, at its front
//! under `breadth`. An activation that is cancelled leaves a hole.

use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::index::{Link, NIL};
use crate::plan::Plan;

/// The activations that one change made in one queue.
#[derive(Debug, Clone, Copy)]
struct Run {
    /// The change's date.
    date: u64,
    /// Where it begins, counted from the first activation the queue ever had.
    begin: usize,
    sorted: bool,
}

/// The activations of one salience.
#[derive(Debug, Clone, Default)]
struct Queue {
    entries: VecDeque<u32>,
    runs: VecDeque<Run>,
    /// How many entries have left at the front.
    gone: usize,
    live: usize,
}

/// The matches that have not fired yet.
#[derive(Debug, Clone, Default)]
pub(crate) struct Agenda {
    oldest_first: bool,
    /// For each entry of [`Plan::matches`], its queue.
    queue_of: Vec<u32>,
    /// Most salient first.
    queues: Vec<Queue>,
    /// Activations made by the change that is under way.
    pub(crate) fresh: Vec<u32>,
}

impl Agenda {
    pub(crate) fn new(plan: &Plan) -> Self {
        let mut saliences: Vec<i32> = plan.matches.iter().map(|m| m.salience).collect();
        saliences.sort_unstable_by(|a, b| b.cmp(a));
        saliences.dedup();
        let queue = |salience: i32| saliences.partition_point(|&other| other > salience) as u32;
        Agenda {
            oldest_first: plan.oldest_first,
            queue_of: plan.matches.iter().map(|m| queue(m.salience)).collect(),
            queues: saliences.iter().map(|_| Queue::default()).collect(),
            fresh: Vec::new(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.queues.iter().map(|queue| queue.live).sum()
    }

    /// Ends a change: the activations that it made become runs. `match_of` gives the entry of
    /// [`Plan::matches`] of a token.
    pub(crate) fn close_change(
        &mut self,
        links: &mut [Link],
        date: u64,
        match_of: impl Fn(u32) -> u32,
    ) {
        let Agenda {
            queues,
            queue_of,
            fresh,
            ..
        } = self;
        for token in fresh.drain(..) {
            let number = queue_of[match_of(token) as usize];
            let queue = &mut queues[number as usize];
            if queue.runs.back().is_none_or(|run| run.date != date) {
                queue.compact(links);
                queue.runs.push_back(Run {
                    date,
                    begin: queue.end(),
                    sorted: false,
                });
            }
            links[token as usize] = Link {
                bucket: number,
                next: queue.end() as u32,
                prev: NIL,
            };
            queue.entries.push_back(token);
            queue.live += 1;
        }
    }

    /// Takes an activation off.
    pub(crate) fn cancel(&mut self, links: &mut [Link], token: u32) {
        let link = core::mem::replace(&mut links[token as usize], Link::NONE);
        if link.bucket == NIL {
            return;
        }
        let queue = &mut self.queues[link.bucket as usize];
        let place = link.next.wrapping_sub(queue.gone as u32);
        queue.entries[place as usize] = NIL;
        queue.live -= 1;
        queue.trim();
    }

    /// The activation to fire first.
    pub(crate) fn first(
        &mut self,
        links: &mut [Link],
        order: impl Fn(u32, u32) -> Ordering,
    ) -> Option<u32> {
        let queue = self.queues.iter_mut().find(|queue| queue.live > 0)?;
        queue.sort(links, self.oldest_first, order);
        if self.oldest_first {
            queue.entries.front()
        } else {
            queue.entries.back()
        }
        .copied()
    }

    /// All activations in firing order.
    pub(crate) fn in_order(&self, order: impl Fn(u32, u32) -> Ordering) -> Vec<u32> {
        let mut all = Vec::with_capacity(self.len());
        for queue in &self.queues {
            let mut runs: Vec<Vec<u32>> = Vec::with_capacity(queue.runs.len());
            let mut end = queue.end();
            for run in queue.runs.iter().rev() {
                let entries = queue
                    .entries
                    .range(run.begin.max(queue.gone) - queue.gone..end - queue.gone);
                let mut run_entries: Vec<u32> = entries.copied().filter(|&e| e != NIL).collect();
                run_entries.sort_by(|&a, &b| order(a, b));
                runs.push(run_entries);
                end = run.begin.max(queue.gone);
            }
            if self.oldest_first {
                runs.reverse();
            }
            all.extend(runs.into_iter().flatten());
        }
        all
    }
}

impl Queue {
    /// The position of the entry to come.
    fn end(&self) -> usize {
        self.gone + self.entries.len()
    }

    /// Closes the holes when they are most of the queue.
    fn compact(&mut self, links: &mut [Link]) {
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

    /// Drops the holes at both ends, and the runs that are empty there.
    fn trim(&mut self) {
        while self.entries.back() == Some(&NIL) {
            self.entries.pop_back();
        }
        while self.entries.front() == Some(&NIL) {
            self.entries.pop_front();
            self.gone += 1;
        }
        let end = self.end();
        while self.runs.back().is_some_and(|run| run.begin >= end) {
            self.runs.pop_back();
        }
        while self.runs.get(1).is_some_and(|run| run.begin <= self.gone) {
            self.runs.pop_front();
        }
        if self.entries.is_empty() {
            self.runs.clear();
            self.gone = 0;
        }
    }

    /// Sorts the run whose turn it is.
    fn sort(&mut self, links: &mut [Link], front: bool, order: impl Fn(u32, u32) -> Ordering) {
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
        let gone = self.gone;
        let entries = &mut self.entries.make_contiguous()[begin - gone..end - gone];
        let in_turn = |a: &u32, b: &u32| match (*a == NIL, *b == NIL) {
            (false, false) if front => order(*a, *b),
            (false, false) => order(*b, *a),
            // Holes go to the end at which the run begins to fire, where `trim` drops them.
            (a, b) if front => b.cmp(&a),
            (a, b) => a.cmp(&b),
        };
        entries.sort_by(in_turn);
        for (offset, &token) in entries.iter().enumerate() {
            if token != NIL {
                links[token as usize].next = (begin + offset) as u32;
            }
        }
        self.trim();
    }
}
