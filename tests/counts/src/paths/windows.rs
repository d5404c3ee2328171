//! Events that enter a window of time as others leave it.

use super::{STANDING, TIMES, measured};

/// Readings of a window.
mod streaming {
    use rules_runtime::rules;

    use super::STANDING;

    rules! {
        #[clock(u32)]
        pub(super) ruleset Streaming;

        #[event(at = at, expires = STANDING)]
        pub(super) fact Reading { at: u32, key: u32, value: u32 }

        rule count {
            when { n = count(Reading { key } within STANDING) by (key); }
            then { let _ = n; }
        }
        rule mean {
            when { mean = avg(value for Reading { key, value } within STANDING) by (key); }
            then { let _ = mean; }
        }
    }
}

/// Measurements of a window, which are floats.
mod measuring {
    use rules_runtime::rules;

    use super::STANDING;

    rules! {
        #[clock(u32)]
        pub(super) ruleset Measuring;

        #[event(at = at, expires = STANDING)]
        pub(super) fact Measurement { at: u32, key: u32, value: f64 }

        rule mean {
            when { mean = avg(value for Measurement { key, value } within STANDING) by (key); }
            then { let _ = mean; }
        }
    }
}

pub(super) fn window() {
    let mut stream = streaming::Streaming::new();
    slide(2, |at| {
        let (key, value) = (at % 8, at % 97);
        stream.insert(streaming::Reading { at, key, value });
        stream.advance_to(at).expect("the clock goes on").count
    });
}

pub(super) fn window_floats() {
    let mut stream = measuring::Measuring::new();
    slide(1, |at| {
        let (key, value) = (at % 8, f64::from(at % 97) / 7.0);
        stream.insert(measuring::Measurement { at, key, value });
        stream.advance_to(at).expect("the clock goes on").count
    });
}

/// Takes one event after another into a window; each fires so many rules at the least.
fn slide(rules: u64, mut take: impl FnMut(u32) -> u64) {
    let mut pass = |from: u32, to: u32| (from..to).map(&mut take).sum::<u64>();
    // The window fills, and goes on until no memory grows.
    pass(1, 3 * STANDING);
    measured(|| assert!(pass(3 * STANDING, 3 * STANDING + TIMES) >= rules * u64::from(TIMES)));
}
