//! Questions that wait for an answer until a deadline: `due`.
//!
//! A question comes in each unit of the clock, all wait equally long, and nine of ten are answered after half of that. The
//! size is for how long, and so how many wait at once.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use rules_runtime::rules;

use crate::measure::Run;
use crate::work::{Contender, Work};

pub(super) const WORK: Work = Work {
    name: "deadlines",
    title: "Questions that have no answer when their time is over",
    size: "time",
    sizes: &[1_000, 10_000, 100_000],
    per: Some("question"),
    same_firings: true,
    contenders: &[Contender::ours(ours), Contender::rust("by hand", by_hand)],
};

/// How many questions there are; a debug build looks at fewer.
const QUESTIONS: u32 = if cfg!(debug_assertions) {
    2_000
} else {
    500_000
};

rules! {
    #[clock(u32)]
    ruleset Desk;

    fact Asked { id: u32, until: u32 }
    #[event(at = at)]
    fact Answered { at: u32, id: u32 }

    /// The questions without an answer, summed up.
    global overdue: u64;

    rule settle {
        when { Answered { id } within 1; asked @ Asked { id }; }
        then { retract asked; }
    }
    rule tell {
        when { asked @ Asked { id, until }; due until; }
        then { *overdue += u64::from(id); retract asked; }
    }
}

fn measured(time: u32, mut take: impl FnMut(u32, Option<u32>) -> u64) -> Run {
    Run::time_each(QUESTIONS, || {
        let mut overdue = 0;
        for at in 0..QUESTIONS {
            let answered = at.checked_sub(time / 2).filter(|id| id % 10 != 0);
            overdue = take(at, answered);
        }
        (None, overdue)
    })
}

fn ours(time: u32) -> Run {
    let mut desk = Desk::new(0);
    measured(time, |at, answered| {
        let until = at + time;
        desk.insert(Asked { id: at, until });
        if let Some(id) = answered {
            desk.insert(Answered { at, id });
        }
        desk.advance_to(at).expect("the clock goes on");
        desk.globals().overdue
    })
}

fn by_hand(time: u32) -> Run {
    let mut waiting = HashSet::new();
    let mut deadlines = BinaryHeap::new();
    let mut overdue = 0;
    measured(time, |at, answered| {
        waiting.insert(at);
        deadlines.push(Reverse((at + time, at)));
        if let Some(id) = answered {
            waiting.remove(&id);
        }
        while let Some(&Reverse((until, id))) = deadlines.peek()
            && until <= at
        {
            deadlines.pop();
            if waiting.remove(&id) {
                overdue += u64::from(id);
            }
        }
        overdue
    })
}
