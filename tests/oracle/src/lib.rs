//! The oracle: what a ruleset means, computed in the plainest way there is.
//!
//! A ruleset is data here ([`model`]). [`generate`] makes one from a seed, [`text`] writes it in the
//! language for the compiler, [`naive`] interprets it by evaluating every rule with nested loops before
//! and after each change, and [`compare`] drives a compiled ruleset and the interpreter side by side.
//! [`clips`] writes a ruleset for an engine of others.
//! Nothing here knows how the engine works; the language's definition is the only source.

#![forbid(unsafe_code)]

pub mod clips;
pub mod compare;
pub mod driver;
pub mod elements;
pub mod generate;
pub mod model;
pub mod naive;
pub mod shrink;
pub mod split;
pub mod text;
pub mod value;

use std::num::NonZero;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

/// Runs a test with each seed, on as many threads as the machine has processors.
///
/// # Panics
///
/// Panics if the test does with one of the seeds.
pub fn with_each(seeds: Range<u64>, test: impl Fn(u64) + Sync) {
    let next = AtomicU64::new(seeds.start);
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if !seeds.contains(&seed) {
                        break;
                    }
                    test(seed);
                }
            });
        }
    });
}
