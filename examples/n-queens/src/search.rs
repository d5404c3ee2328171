//! A depth-first search around the rule database.
//!
//! For each queen there is a choice set: the placements that are to be tried. Each is tried in the context of those
//! before it; the good ones are stacked, and taken back when everything after them has been tried.

use std::ops::RangeInclusive;

use rules_runtime::{Checkpoint, Listener};

use crate::database::{Assertion, Database, Kind};
use crate::solution::Solution;
use crate::stats::Stats;

/// The solutions, one after the other.
pub struct Search<L: Listener = ()> {
    database: Database<L>,
    queens: u32,
    /// The choice sets that are open: for each queen the rows still to be tried.
    choices: Vec<RangeInclusive<u32>>,
    /// The good placements, each as the way back. While the search goes on there is one fewer than sets.
    placed: Vec<Checkpoint>,
    /// How many choice sets were opened.
    opened: u64,
}

impl<L: Listener> Search<L> {
    /// A search for the ways to place so many queens. The listener is told what the database does.
    pub fn new(queens: u32, listener: L) -> Self {
        let mut search = Search {
            database: Database::new(listener),
            queens,
            choices: Vec::new(),
            placed: Vec::new(),
            opened: 0,
        };
        search.open();
        search
    }

    /// Opens the choice set of the next queen.
    fn open(&mut self) {
        self.choices.push(1..=self.queens);
        self.opened += 1;
    }

    /// Gives a queen up for which every row has been tried, and takes back the one before it.
    fn close(&mut self) {
        self.choices.pop();
        if let Some(before) = self.placed.pop() {
            self.database.take_back(before);
        }
    }

    fn solution(&self) -> Solution {
        let placed = self.database.show(Kind::Queen).into_iter();
        let rows = placed.filter_map(|assertion| match assertion {
            Assertion::Queen { row, .. } => Some(row),
            Assertion::Warning { .. } => None,
        });
        Solution::new(rows.collect())
    }
}

impl Search<Stats> {
    /// What the search has cost so far.
    #[must_use]
    pub fn stats(&self) -> Stats {
        let mut stats = *self.database.listener();
        stats.choice_points = self.opened;
        stats
    }
}

impl<L: Listener> Iterator for Search<L> {
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        loop {
            let queen = self.choices.len() as u32;
            let Some(row) = self.choices.last_mut()?.next() else {
                self.close();
                continue;
            };
            let Some(before) = self.database.try_to_place(queen, row) else {
                continue;
            };
            if queen < self.queens {
                self.placed.push(before);
                self.open();
            } else {
                let solution = self.solution();
                self.database.take_back(before);
                return Some(solution);
            }
        }
    }
}
