//! Which rules fired last: what a run that its limit has stopped says of the rules caught in a cycle.

use alloc::vec::Vec;
use core::cmp::Reverse;

/// How many firings are remembered.
const SPAN: usize = 100;

/// The rules of the last firings.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Recent {
    rules: [u32; SPAN],
    /// Where the next goes.
    next: usize,
}

impl Default for Recent {
    fn default() -> Self {
        Recent {
            rules: [0; SPAN],
            next: 0,
        }
    }
}

impl Recent {
    /// Remembers a firing.
    pub(crate) fn push(&mut self, rule: u32) {
        self.rules[self.next] = rule;
        self.next += 1;
        if self.next == SPAN {
            self.next = 0;
        }
    }

    /// Of the last firings, at most `firings`: how often each rule fired, by its name, the most frequent first.
    pub(crate) fn counts(
        &self,
        firings: u64,
        name: fn(u32) -> &'static str,
    ) -> Vec<(&'static str, u32)> {
        let firings = usize::try_from(firings).unwrap_or(SPAN).min(SPAN);
        let mut counts: Vec<(u32, u32)> = Vec::new();
        for back in 1..=firings {
            let rule = self.rules[(self.next + SPAN - back) % SPAN];
            match counts.iter_mut().find(|(other, _)| *other == rule) {
                Some((_, times)) => *times += 1,
                None => counts.push((rule, 1)),
            }
        }
        counts.sort_by_key(|&(rule, times)| (Reverse(times), rule));
        let named = counts.into_iter();
        named.map(|(rule, times)| (name(rule), times)).collect()
    }
}
