//! Measuring one contender inside its own process: what it took, and what it held at the most.
//!
//! This file stands on `std` alone, because the programs that the work `rules` generates include it too.

use std::fs;
use std::time::Instant;

/// What one run of a contender came to.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Run {
    /// Seconds for one operation; a run that is not a series of operations is one.
    pub seconds: f64,
    /// How often a rule fired, where there are rules.
    pub firings: Option<u64>,
    /// What every contender must come to alike.
    pub answer: u64,
}

impl Run {
    /// Times a work that gives its firings and its answer. A call of its own, by whose name instructions are counted.
    #[inline(never)]
    pub(crate) fn time(work: impl FnOnce() -> (Option<u64>, u64)) -> Self {
        let start = Instant::now();
        let (firings, answer) = work();
        Self {
            seconds: start.elapsed().as_secs_f64(),
            firings,
            answer,
        }
    }

    /// The same of a work that is so many operations: the time is that of one.
    pub(crate) fn time_each(operations: u32, work: impl FnOnce() -> (Option<u64>, u64)) -> Self {
        let run = Self::time(work);
        Self {
            seconds: run.seconds / f64::from(operations),
            ..run
        }
    }
}

/// Runs again until this many seconds have gone by, so that short works are not the clock's chance.
const ENOUGH: f64 = 0.2;

/// Runs no more often than this.
const MOST_RUNS: usize = 100;

/// Repeats a run and prints the median of its times, as the parent process reads it.
///
/// # Panics
///
/// Panics if two runs differ in their answer or their firings.
pub(crate) fn print_measurement(mut run: impl FnMut() -> Run) {
    let (before, code_before) = (memory("VmRSS:"), memory("RssFile:"));
    let start = Instant::now();
    let first = run();
    let mut seconds = vec![first.seconds];
    while start.elapsed().as_secs_f64() < ENOUGH && seconds.len() < MOST_RUNS {
        let next = run();
        assert_eq!(next.answer, first.answer, "every run has the same answer");
        assert_eq!(next.firings, first.firings, "every run fires as often");
        seconds.push(next.seconds);
    }
    let code = memory("RssFile:").saturating_sub(code_before);
    let memory = memory("VmHWM:").saturating_sub(before + code);
    seconds.sort_by(f64::total_cmp);
    let median = seconds[seconds.len() / 2];
    let firings = match first.firings {
        Some(firings) => firings.to_string(),
        None => "null".to_owned(),
    };
    let answer = first.answer;
    println!(
        r#"{{"seconds": {median:e}, "firings": {firings}, "answer": {answer}, "memory": {memory}}}"#
    );
}

/// A line of `/proc/self/status`, in bytes; 0 where there is none.
fn memory(line: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let kibibytes = status
        .lines()
        .find_map(|text| text.strip_prefix(line)?.trim().strip_suffix(" kB"));
    kibibytes
        .and_then(|text| text.trim().parse().ok())
        .unwrap_or(0)
        * 1024
}
