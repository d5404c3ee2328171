//! Which of several loops to go into first, by what an earlier run has counted of each.
//!
//! What follows a loop is done for each fact that fits. So one that few facts fit should come early, unless it goes over
//! many for that: the loops are in the best order, where none needs another before it, if they stand by their *rank*, the
//! facts that fit less one, by what the loop costs. (Ibaraki and Kameda, *On the optimal nesting order for computing
//! N-relational joins*, ACM Transactions on Database Systems 9(3), 1984.)

use std::cmp::Ordering;

/// What a look-up costs beside the facts that it goes over, in facts.
const COST_OF_LOOK_UP: u64 = 2;

/// What was counted of a look-up.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Selectivity {
    /// How often it was made.
    asked: u64,
    /// The facts that it went over, of all times.
    visited: u64,
    /// How many of them fitted.
    passed: u64,
}

impl Selectivity {
    /// A look-up that was made so often, went over so many facts, and found that so many fitted.
    pub(super) fn new([asked, visited, passed]: [u64; 3]) -> Self {
        Selectivity {
            asked,
            visited,
            passed,
        }
    }

    /// What was counted in two runs.
    pub(super) fn and(self, other: Self) -> Self {
        Selectivity {
            asked: self.asked.saturating_add(other.asked),
            visited: self.visited.saturating_add(other.visited),
            passed: self.passed.saturating_add(other.passed),
        }
    }

    /// The numerator of its rank, and the denominator, which is above zero. What was never asked is taken to find one fact.
    fn rank(self) -> (i128, i128) {
        let Selectivity {
            asked,
            visited,
            passed,
        } = self;
        let cost = i128::from(visited) + i128::from(asked) * i128::from(COST_OF_LOOK_UP);
        (i128::from(passed) - i128::from(asked), cost.max(1))
    }
}

/// By rank: what should come first is less.
impl Ord for Selectivity {
    fn cmp(&self, other: &Self) -> Ordering {
        let ((a, of_a), (b, of_b)) = (self.rank(), other.rank());
        a.saturating_mul(of_b).cmp(&b.saturating_mul(of_a))
    }
}

impl PartialOrd for Selectivity {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Of the same rank.
impl PartialEq for Selectivity {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Selectivity {}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(counts: [u64; 3]) -> Selectivity {
        Selectivity::new(counts)
    }

    #[test]
    fn what_few_facts_fit_comes_first() {
        let items = of([1_000, 20_000, 20_000]);
        let blocked = of([1_000, 10, 10]);
        assert!(blocked < items);
        // Neither less nor more, as what was never asked.
        let customer = of([1_000, 1_000, 1_000]);
        assert!(blocked < customer && customer < items);
        assert_eq!(customer, Selectivity::default());
    }

    #[test]
    fn of_those_that_few_facts_fit_the_cheap_one_comes_first() {
        let cheap = of([1_000, 1_000, 500]);
        let dear = of([1_000, 500_000, 100]);
        assert!(cheap < dear);
    }

    #[test]
    fn no_count_is_too_large() {
        let largest = of([u64::MAX, u64::MAX, 0]);
        assert!(largest.and(largest) < of([1, u64::MAX, u64::MAX]));
    }
}
