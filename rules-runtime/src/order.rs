//! The firing order: which of two activations fires first.

use alloc::vec::Vec;
use core::cmp::{Ordering, Reverse};

use crate::agenda::{Compare, Standing};
use crate::bind::hash_one;
use crate::change;
use crate::network::Network;
use crate::plan::Strategy;
use crate::program::Program;

/// The firing order of a ruleset.
pub(crate) struct ByPlan<'a, P: Program> {
    pub(crate) memory: &'a P::Memory,
    pub(crate) network: &'a Network,
}

impl<P: Program> Compare for ByPlan<'_, P> {
    fn in_change(&self, a: u32, b: u32) -> Ordering {
        change::order::<P>(self.memory, self.network, a, b)
    }

    fn in_heap(&self, (a, first): (u32, &Standing), (b, second): (u32, &Standing)) -> Ordering {
        let by_date = || match P::PLAN.strategy {
            Strategy::Breadth => first.date.cmp(&second.date),
            _ => second.date.cmp(&first.date),
        };
        let salience = second.salience.cmp(&first.salience);
        salience
            .then_with(|| self.by_strategy((a, first), (b, second)))
            .then_with(by_date)
            .then_with(|| self.in_change(a, b))
    }
}

impl<P: Program> ByPlan<'_, P> {
    fn by_strategy(&self, (a, first): (u32, &Standing), (b, second): (u32, &Standing)) -> Ordering {
        let entry = |token| &P::PLAN.matches[self.network.match_of(token) as usize];
        match P::PLAN.strategy {
            Strategy::Depth | Strategy::Breadth => Ordering::Equal,
            Strategy::Lex => self.lex(a, b),
            Strategy::Mea => {
                let first_date = |token| Reverse(self.dates(token).first().copied());
                first_date(a)
                    .cmp(&first_date(b))
                    .then_with(|| self.lex(a, b))
            }
            Strategy::Complexity => entry(b).complexity.cmp(&entry(a).complexity),
            Strategy::Simplicity => entry(a).complexity.cmp(&entry(b).complexity),
            Strategy::Order => entry(a).rule.cmp(&entry(b).rule),
            Strategy::Random(seed) => {
                hash_one(&(seed, first.number)).cmp(&hash_one(&(seed, second.number)))
            }
        }
    }

    /// By the dates of the facts, newest first; the longer match wins.
    fn lex(&self, a: u32, b: u32) -> Ordering {
        let sorted = |token| {
            let mut dates = self.dates(token);
            dates.sort_unstable_by(|a, b| b.cmp(a));
            dates
        };
        sorted(b).cmp(&sorted(a))
    }

    /// The dates of a match's facts, in the order written.
    fn dates(&self, token: u32) -> Vec<u64> {
        change::facts::<P>(self.memory, self.network, token)
            .map(|fact| P::date(self.memory, fact.kind, fact.slot))
            .collect()
    }
}
