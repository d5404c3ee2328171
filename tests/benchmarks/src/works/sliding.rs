//! The number and the mean of what a window of time holds, told again whenever an event enters or leaves it.
//!
//! Readings come at an even pace, 100,000 in each second of the clock, and the window is ten seconds long: a million are in
//! it. It has filled once before the clock of the measurement starts. What leaves the window at the instant of a reading
//! leaves before this enters.

use std::collections::VecDeque;

use rules_runtime::rules;

use crate::measure::Run;
use crate::work::{Contender, Work};

pub(super) const WORK: Work = Work {
    name: "sliding",
    title: "Count and mean over the last ten seconds, a key each",
    size: "keys",
    sizes: &[1, 10_000],
    per: Some("reading"),
    same_firings: true,
    contenders: &[Contender::ours(ours), Contender::rust("by hand", by_hand)],
};

/// How many readings the window holds; a debug build looks at fewer.
const HELD: u32 = if cfg!(debug_assertions) {
    1_000
} else {
    1_000_000
};
/// How many come within the measurement.
const MEASURED: u32 = HELD / 2;

rules! {
    #[clock(u32)]
    ruleset Stream;

    #[event(at = at, expires = HELD)]
    fact Reading { at: u32, key: u32, value: u32 }

    /// What was told, summed up.
    global told: u64;

    rule tell_how_many {
        when { n = count(Reading { key } within HELD) by (key); }
        then { *told += n as u64; }
    }
    rule tell_mean {
        when { mean = avg(value for Reading { key, value } within HELD) by (key); }
        then { *told += whole(mean); }
    }
}

/// The whole part of a mean.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "means of small numbers are small and not negative"
)]
fn whole(mean: f64) -> u64 {
    mean as u64
}

/// The key and the value of the reading of each instant.
fn readings(keys: u32) -> impl Iterator<Item = (u32, u32, u32)> {
    let mut random = fastrand::Rng::with_seed(11);
    (1..=HELD + MEASURED).map(move |at| (at, random.u32(0..keys), random.u32(0..1_000)))
}

fn measured(keys: u32, mut take: impl FnMut(u32, u32, u32) -> u64) -> Run {
    let mut readings = readings(keys);
    for (at, key, value) in readings.by_ref().take(HELD as usize) {
        take(at, key, value);
    }
    Run::time_each(MEASURED, || {
        let mut told = 0;
        for (at, key, value) in readings {
            told = take(at, key, value);
        }
        (None, told)
    })
}

fn ours(keys: u32) -> Run {
    let mut stream = Stream::new(0);
    measured(keys, |at, key, value| {
        stream.insert(Reading { at, key, value });
        stream.advance_to(at).expect("the clock goes on");
        stream.globals().told
    })
}

/// What is kept of a key: how many of its readings the window holds, their sum, and the mean that was told.
#[derive(Clone, Default)]
struct Group {
    held: u32,
    sum: u32,
    told: Option<f64>,
}

impl Group {
    /// What is told of it, now that its readings are others.
    fn tell(&mut self) -> u64 {
        if self.held == 0 {
            self.told = None;
            return 0;
        }
        let mean = f64::from(self.sum) / f64::from(self.held);
        let told = self.told.replace(mean);
        let of_mean = if told == Some(mean) { 0 } else { whole(mean) };
        u64::from(self.held) + of_mean
    }
}

fn by_hand(keys: u32) -> Run {
    let mut held: VecDeque<(u32, u32, u32)> = VecDeque::new();
    let mut groups = vec![Group::default(); keys as usize];
    let mut told = 0;
    measured(keys, |at, key, value| {
        while let Some(&(first, of, left)) = held.front()
            && first + HELD <= at
        {
            held.pop_front();
            let group = &mut groups[of as usize];
            (group.held, group.sum) = (group.held - 1, group.sum - left);
            told += group.tell();
        }
        held.push_back((at, key, value));
        let group = &mut groups[key as usize];
        (group.held, group.sum) = (group.held + 1, group.sum + value);
        told += group.tell();
        told
    })
}
