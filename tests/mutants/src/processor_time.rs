//! The time for which a processor has worked for this thread. Unlike the time of day it does not grow while others have
//! the processor, so a bound of it holds on a machine that is busy.

use std::time::Duration;

/// The time for which a processor has worked for this thread; `None` where the system does not tell.
fn processor_time() -> Option<Duration> {
    let times = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = times.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}

/// How long something takes this thread. Where the system does not tell, no time.
///
/// # Panics
///
/// Panics where Linux does not tell: there the bounds are kept.
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let begun = processor_time();
    let made = work();
    let ended = processor_time();
    assert!(ended.is_some() || !cfg!(target_os = "linux"));
    let took = ended
        .zip(begun)
        .map(|(ended, begun)| ended.saturating_sub(begun));
    (made, took.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::timed;

    #[test]
    #[cfg(target_os = "linux")]
    fn work_takes_time_and_sleep_takes_none() {
        let busy = || (0..20_000_000_u64).fold(0, |sum, n| std::hint::black_box(sum ^ n));
        let (_, worked) = timed(busy);
        let ((), slept) = timed(|| std::thread::sleep(std::time::Duration::from_millis(50)));
        assert!(slept < worked, "{slept:?} {worked:?}");
    }
}
