//! Readings updated one by one, with a run after each, among many that stand.
//!
//! The time is that of one update: the median over batches of a thousand, which one clock can measure alike in
//! every language.

use std::process::Command;

use super::{FEW, Plain, Reading, session};
use crate::clips;
use crate::measure::Run;
use crate::statistics::Spread;
use crate::work::{Contender, Work};

pub(crate) const UPDATE_QUIET: Work = Work {
    name: "update_quiet",
    title: "Update a value that rules test, and fire nothing",
    size: "readings",
    sizes: &[10_000, 100_000, 1_000_000],
    per: Some("update"),
    same_firings: true,
    contenders: &[
        Contender::ours(|readings| ours(readings, QUIET)),
        Contender::other("CLIPS", |readings| clips("update_quiet", readings, QUIET)),
        Contender::rust("Rust", |readings| plain(readings, QUIET)),
    ],
};

pub(crate) const UPDATE_FIRING: Work = Work {
    name: "update_firing",
    title: "Update a value that rules test, and fire once",
    size: "readings",
    sizes: &[10_000, 100_000, 1_000_000],
    per: Some("update"),
    same_firings: true,
    contenders: &[
        Contender::ours(|readings| ours(readings, FIRING)),
        Contender::other("CLIPS", |readings| clips("update_firing", readings, FIRING)),
        Contender::rust("Rust", |readings| plain(readings, FIRING)),
    ],
};

/// Values below every limit, from this one on.
const QUIET: u32 = 100;

/// Values above every limit, from this one on.
const FIRING: u32 = 970;

/// How many updates a batch has.
const BATCH: u32 = 1000;

/// How many batches there are.
const BATCHES: u32 = 100;

/// Which reading the n-th update is of.
fn place(n: u32, readings: u32) -> u32 {
    (u64::from(n) * 7919 % u64::from(readings)) as u32
}

/// The value of a reading before any update: below those that follow, and few readings are equal.
fn first_value(n: u32) -> u32 {
    n / FEW % QUIET
}

/// Its new value, which differs from the one before.
fn value(n: u32, readings: u32, base: u32) -> u32 {
    base + n / readings % 7
}

/// The median time of an update.
fn time(mut update: impl FnMut(u32)) -> f64 {
    let batches = (0..BATCHES).map(|batch| {
        let run = Run::time_each(BATCH, || {
            for n in batch * BATCH..(batch + 1) * BATCH {
                update(n);
            }
            (None, 0)
        });
        run.seconds
    });
    Spread::of(batches).expect("there are batches").median
}

fn ours(readings: u32, base: u32) -> Run {
    let mut session = session(FEW);
    let handles = session.insert_all((0..readings).map(|n| Reading {
        sensor: n % FEW,
        value: first_value(n),
    }));
    let mut fired = 0;
    let seconds = time(|n| {
        let handle = handles[place(n, readings) as usize];
        let updated = session.update(handle, |reading| reading.value = value(n, readings, base));
        updated.expect("the reading is there");
        fired += session.run().count;
    });
    Run {
        seconds,
        firings: Some(fired),
        answer: session.globals().alarms,
    }
}

fn clips(name: &str, readings: u32, base: u32) -> Result<Command, String> {
    let drive = format!(
        "(deffunction update (?facts ?n)
  (bind ?place (mod (* ?n 7919) {readings}))
  (modify (nth$ (+ ?place 1) ?facts) (value (+ {base} (mod (div ?n {readings}) 7))))
  (run))

(deffunction drive ()
  (bind ?*sensors* {FEW})
  (assert-sensors)
  (loop-for-count (?n 0 (- {readings} 1))
    (assert (reading (sensor (mod ?n {FEW})) (value (mod (div ?n {FEW}) {QUIET})))))
  (bind ?facts (find-all-facts ((?reading reading)) TRUE))
  (bind ?times (create$))
  (loop-for-count (?batch 0 (- {BATCHES} 1))
    (bind ?start (time))
    (loop-for-count (?n (* ?batch {BATCH}) (- (* (+ ?batch 1) {BATCH}) 1))
      (update ?facts ?n))
    (bind ?times (create$ ?times (/ (- (time) ?start) {BATCH}))))
  (bind ?times (sort > ?times))
  (create$ ?*alarms* (nth$ (div {BATCHES} 2) ?times)))"
    );
    clips::command(name, include_str!("../../../clips/sensors.clp"), &drive)
}

fn plain(readings: u32, base: u32) -> Run {
    let mut plain = Plain::new(FEW);
    for n in 0..readings {
        plain.insert(n % FEW, first_value(n));
    }
    let seconds = time(|n| plain.update(place(n, readings), value(n, readings, base)));
    Run {
        seconds,
        firings: None,
        answer: plain.alarms,
    }
}
