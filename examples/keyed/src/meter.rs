//! Counts what is done, by all workers of a process, for the live line, the report and `/metrics`.

use std::array;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};
use std::time::{SystemTime, UNIX_EPOCH};

use serde::Serialize;

/// How many of the highest bits of a number its bucket is known by.
const PRECISION: u32 = 4;
/// So many buckets have the numbers of 64 bits.
const BUCKETS: usize = (64 - PRECISION as usize + 2) << (PRECISION - 1);

/// Counts of all workers of a process.
#[derive(Debug)]
pub struct Meter {
    /// Records that were refused.
    pub(crate) refused: AtomicU64,
    /// Inputs that sessions took.
    pub(crate) events: AtomicU64,
    /// Inputs of keys that are set aside, those of the change that failed among them.
    pub(crate) dropped: AtomicU64,
    /// Outputs that were written.
    pub(crate) outputs: AtomicU64,
    /// Sessions in memory.
    pub(crate) live: AtomicI64,
    /// Sessions at rest, as bytes in memory.
    pub(crate) frozen: AtomicI64,
    /// These bytes.
    pub(crate) frozen_bytes: AtomicI64,
    /// Sessions that came back from rest.
    pub(crate) thawed: AtomicU64,
    /// Keys that are set aside.
    pub(crate) set_aside: AtomicI64,
    /// The epoch of the last record read.
    pub(crate) read_epoch: AtomicU64,
    /// The last epoch that is complete.
    pub(crate) done_epoch: AtomicU64,
    /// The last epoch that is durable.
    pub(crate) durable_epoch: AtomicU64,
    /// How long it took from the reading of an input to its outputs, in microseconds.
    latency: [AtomicU64; BUCKETS],
}

/// What a meter says at a moment.
#[derive(Debug, Clone, Serialize)]
pub struct Reading {
    /// Inputs that sessions took.
    pub events: u64,
    /// Records that were refused.
    pub refused: u64,
    /// Inputs of keys that are set aside, those of the change that failed among them.
    pub dropped: u64,
    /// Outputs that were written.
    pub outputs: u64,
    /// Sessions in memory.
    pub live: i64,
    /// Sessions at rest whose bytes are in memory.
    pub frozen: i64,
    /// These bytes.
    pub frozen_bytes: i64,
    /// Sessions that came back from rest.
    pub thawed: u64,
    /// Keys that are set aside.
    pub set_aside: i64,
    /// The epoch of the last record read.
    pub read_epoch: u64,
    /// The last epoch that is complete.
    pub done_epoch: u64,
    /// The last epoch that is durable.
    pub durable_epoch: u64,
    /// From the reading of an input to its outputs, in microseconds: the median, and what 99 and 99.9 of 100 stay below.
    pub latency_micros: [u64; 3],
}

impl Default for Meter {
    fn default() -> Self {
        Meter {
            refused: AtomicU64::default(),
            events: AtomicU64::default(),
            dropped: AtomicU64::default(),
            outputs: AtomicU64::default(),
            live: AtomicI64::default(),
            frozen: AtomicI64::default(),
            frozen_bytes: AtomicI64::default(),
            thawed: AtomicU64::default(),
            set_aside: AtomicI64::default(),
            read_epoch: AtomicU64::default(),
            done_epoch: AtomicU64::default(),
            durable_epoch: AtomicU64::default(),
            latency: array::from_fn(|_| AtomicU64::default()),
        }
    }
}

impl Meter {
    /// What it says now.
    #[must_use]
    pub fn read(&self) -> Reading {
        Reading {
            events: self.events.load(Relaxed),
            refused: self.refused.load(Relaxed),
            dropped: self.dropped.load(Relaxed),
            outputs: self.outputs.load(Relaxed),
            live: self.live.load(Relaxed),
            frozen: self.frozen.load(Relaxed),
            frozen_bytes: self.frozen_bytes.load(Relaxed),
            thawed: self.thawed.load(Relaxed),
            set_aside: self.set_aside.load(Relaxed),
            read_epoch: self.read_epoch.load(Relaxed),
            done_epoch: self.done_epoch.load(Relaxed),
            durable_epoch: self.durable_epoch.load(Relaxed),
            latency_micros: [500, 990, 999].map(|per_mille| self.percentile(per_mille)),
        }
    }

    /// Counts an input whose outputs are there.
    pub(crate) fn took(&self, read: u64, now: u64) {
        let bucket = bucket_of(now.saturating_sub(read));
        self.latency[bucket].fetch_add(1, Relaxed);
    }

    /// The least bucket that so many of a thousand do not exceed.
    fn percentile(&self, per_mille: u64) -> u64 {
        let counts: Vec<u64> = self
            .latency
            .iter()
            .map(|count| count.load(Relaxed))
            .collect();
        let wanted = (counts.iter().sum::<u64>() * per_mille).div_ceil(1000);
        let mut seen = 0;
        for (bucket, count) in counts.iter().enumerate() {
            seen += count;
            if seen >= wanted && seen > 0 {
                return least_of(bucket);
            }
        }
        0
    }
}

/// Small numbers have a bucket each; of larger ones those with the same highest bits share one.
fn bucket_of(number: u64) -> usize {
    let bits = 64 - number.leading_zeros();
    let shift = bits.saturating_sub(PRECISION);
    (shift as usize * (1 << (PRECISION - 1))) + (number >> shift) as usize
}

fn least_of(bucket: usize) -> u64 {
    let half = 1 << (PRECISION - 1);
    if bucket < 2 * half {
        return bucket as u64;
    }
    let shift = bucket / half - 1;
    ((bucket - shift * half) as u64) << shift
}

/// Microseconds since 1970.
pub(crate) fn micros() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_micros() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_begins_at_most_an_eighth_below_its_numbers() {
        for number in (0..100_000).chain([u64::MAX / 3, u64::MAX]) {
            let least = least_of(bucket_of(number));
            assert!(least <= number && number - least <= number / 8, "{number}");
            assert!(bucket_of(number) < BUCKETS);
        }
    }

    #[test]
    fn percentiles_are_those_of_what_was_taken() {
        let meter = Meter::default();
        for number in 1..=1000 {
            meter.took(0, number);
        }
        assert_eq!(meter.read().latency_micros, [480, 960, 960]);
        assert_eq!(Meter::default().read().latency_micros, [0, 0, 0]);
    }
}
