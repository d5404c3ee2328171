//! The search in rules: the session goes from one solution to the next by itself.

mod rules {
    rules_runtime::include_rules!("placing");
}

use rules_runtime::Listener;

use crate::solution::Solution;
use crate::stats::Stats;

/// The solutions, one after the other.
pub struct Placing<L: Listener = ()> {
    session: rules::Placing<L>,
}

impl<L: Listener> Placing<L> {
    /// The ways to place so many queens. The listener is told what the session does.
    pub fn new(queens: u32, listener: L) -> Self {
        let mut session = rules::Placing::builder().listener(listener).build();
        session.insert(rules::Board { queens });
        session.insert(rules::Next { queen: 1 });
        Placing { session }
    }
}

impl Placing<Stats> {
    /// What the search has cost so far.
    #[must_use]
    pub fn stats(&self) -> Stats {
        *self.session.listener()
    }
}

impl<L: Listener> Iterator for Placing<L> {
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        if !self.session.next_solution() {
            return None;
        }
        // In the order of insertion, which is that of the queens.
        let placed = self.session.facts::<rules::Placed>();
        Some(Solution::new(placed.map(|placed| placed.row).collect()))
    }
}
