//! Pairs of events of one key that are close in time: a join `within … after`, one look into an ordered index for each
//! event.
//!
//! An event comes in each unit of the clock, a million of them. Those that can have no partner any more go by themselves.

use std::collections::VecDeque;

use rules_runtime::rules;

use crate::measure::Run;
use crate::work::{Contender, Work};

pub(super) const WORK: Work = Work {
    name: "nearby",
    title: "Pairs of events within a span of each other, of one key",
    size: "keys",
    sizes: &[1_000, 10_000, 100_000],
    per: Some("event"),
    same_firings: true,
    contenders: &[Contender::ours(ours), Contender::rust("by hand", by_hand)],
};

/// How many events there are; a debug build looks at fewer.
const EVENTS: u32 = if cfg!(debug_assertions) {
    2_000
} else {
    1_000_000
};
/// Less than this lies between two of a pair.
const SPAN: u32 = 10_000;

rules! {
    #[clock(u32)]
    ruleset Nearby;

    #[event(at = at)]
    fact Passed { at: u32, key: u32 }

    /// The time between the two of each pair, summed up.
    global between: u64;

    rule pair {
        when {
            first @ Passed { key };
            second @ Passed { key } within SPAN after first;
        }
        then { *between += u64::from(second.at - first.at); }
    }
}

fn measured(keys: u32, mut take: impl FnMut(u32, u32) -> u64) -> Run {
    let mut random = fastrand::Rng::with_seed(17);
    let events: Vec<(u32, u32)> = (0..EVENTS).map(|at| (at, random.u32(0..keys))).collect();
    Run::time_each(EVENTS, || {
        let mut between = 0;
        for (at, key) in events {
            between = take(at, key);
        }
        (None, between)
    })
}

fn ours(keys: u32) -> Run {
    let mut session = Nearby::new(0);
    measured(keys, |at, key| {
        session.insert(Passed { at, key });
        session.advance_to(at).expect("the clock goes on");
        session.globals().between
    })
}

fn by_hand(keys: u32) -> Run {
    let mut passed = vec![VecDeque::<u32>::new(); keys as usize];
    let mut between = 0;
    measured(keys, |at, key| {
        let of_key = &mut passed[key as usize];
        while of_key.front().is_some_and(|first| first + SPAN <= at) {
            of_key.pop_front();
        }
        between += of_key
            .iter()
            .map(|first| u64::from(at - first))
            .sum::<u64>();
        of_key.push_back(at);
        between
    })
}
