//! Windows which events leave as they expire: the compiler keeps nothing of their instants. Each ruleset stands beside one
//! whose window is as long and is written otherwise, and the two must agree.

use fastrand::Rng;

/// As long as events stay.
const STAY: u32 = 10;
/// The same by another name, so that a window of it is one of its own.
const AS_LONG: u32 = STAY;

/// A ruleset, in which each window is written so.
macro_rules! stream {
    ($module:ident, $window:ident) => {
        mod $module {
            use super::*;
            use rules_runtime::rules;

            rules! {
                #[backtrack]
                #[clock(u32)]
                pub(super) ruleset Stream;

                #[event(at = at, expires = STAY)]
                #[derive(Clone)]
                pub(super) fact Reading { at: u32, key: u8, value: u32 }
                pub(super) fact Sensor { key: u8 }
                pub(super) fact Busy(u8);

                #[trailed]
                global log: Vec<(u32, &'static str, u8, u32)>;

                rule count {
                    when { n = count(Reading { key } within $window) by (key); }
                    then { log.push((now, "count", key, n as u32)); }
                }
                rule greatest {
                    when {
                        Sensor { key };
                        greatest = max(value for Reading { key, value } within $window);
                    }
                    then { log.push((now, "greatest", key, greatest)); }
                }
                rule each {
                    when { Sensor { key }; Reading { key, value } within $window if value > 50; }
                    then { insert logical Busy(key); log.push((now, "each", key, value)); }
                }
                rule none {
                    when { Sensor { key }; not Reading { key } within $window; }
                    then { log.push((now, "none", key, 0)); }
                }
                rule any {
                    when { Busy(key); exists { Reading { key, value: < 20 } within $window; } }
                    then { log.push((now, "any", key, 0)); }
                }
                rule pair {
                    when {
                        first @ Reading { key, value: < 10 } within $window;
                        Reading { key, value } within 3 after first;
                    }
                    then { log.push((now, "pair", key, value)); }
                }
                /// Sees those that have come too late for the window, too.
                rule whole {
                    when { n = count(Reading { key } last 3) by (key); }
                    then { log.push((now, "whole", key, n as u32)); }
                }
                pub(super) query recent(key: u8) -> u32 {
                    when { Reading { key, value } within $window; }
                    select value
                }
            }

            /// All that is seen of a stream whose events come early, in time and late, are changed and taken out.
            pub(super) fn seen(seed: u64) -> Vec<String> {
                let mut random = Rng::with_seed(seed);
                let mut stream = Stream::new(Vec::new());
                stream.insert_all([0, 1].map(|key| Sensor { key }));
                let (mut seen, mut readings) = (Vec::new(), Vec::new());
                let mut back = None;
                for _ in 0..60 {
                    let now = stream.now();
                    match random.u8(0..10) {
                        0..5 => {
                            let at = (now + random.u32(0..6)).saturating_sub(random.u32(0..16));
                            let (key, value) = (random.u8(0..3), random.u32(0..100));
                            readings.push(stream.insert(Reading { at, key, value }));
                        }
                        5 if !readings.is_empty() => {
                            let reading = readings[random.usize(0..readings.len())];
                            let value = random.u32(0..100);
                            _ = stream.update(reading, |reading| reading.value = value);
                        }
                        6 if !readings.is_empty() => {
                            let reading = readings.swap_remove(random.usize(0..readings.len()));
                            _ = stream.retract(reading);
                        }
                        7 => match back.take() {
                            None => back = Some(stream.checkpoint()),
                            Some(checkpoint) if random.bool() => {
                                _ = stream.rollback(checkpoint);
                            }
                            Some(checkpoint) => _ = stream.commit(checkpoint),
                        },
                        _ => _ = stream.advance_to(now + random.u32(0..4)).unwrap(),
                    }
                    stream.__verify();
                    let of_keys = [0, 1, 2].map(|key| stream.recent(key).collect::<Vec<_>>());
                    let agenda: Vec<String> = stream
                        .agenda()
                        .map(|activation| format!("{:?}", activation.rule()))
                        .collect();
                    let busy: Vec<&Busy> = stream.facts::<Busy>().collect();
                    seen.push(format!(
                        "{} {of_keys:?} {agenda:?} {busy:?} {}",
                        stream.now(),
                        stream.len::<Reading>(),
                    ));
                }
                let end = stream.now() + 2 * STAY;
                stream.advance_to(end).unwrap();
                stream.__verify();
                seen.extend(stream.globals().log.iter().map(|told| format!("{told:?}")));
                seen
            }
        }
    };
}

stream!(leaving, STAY);
stream!(kept, AS_LONG);

#[test]
fn a_window_that_events_leave_as_they_expire_is_as_any_other() {
    for seed in 0..100 {
        let (leaving, kept) = (leaving::seen(seed), kept::seen(seed));
        for (step, (one, other)) in leaving.iter().zip(&kept).enumerate() {
            assert_eq!(one, other, "seed {seed}, step {step}");
        }
        assert_eq!(leaving.len(), kept.len(), "seed {seed}");
    }
}

#[test]
fn nothing_is_kept_of_the_instants_of_such_a_window() {
    let hidden = "instants of within";
    assert!(!leaving::Stream::network().to_mermaid().contains(hidden));
    assert!(kept::Stream::network().to_mermaid().contains(hidden));
}

#[test]
fn an_event_that_comes_too_late_for_its_window_is_in_none_until_it_expires() {
    let mut stream = leaving::Stream::new(Vec::new());
    stream.advance_to(30).unwrap();
    stream.insert_all([20, 21].map(|at| leaving::Reading {
        at,
        key: 0,
        value: at,
    }));
    stream.run();
    assert_eq!(stream.recent(0).collect::<Vec<_>>(), [21]);
    let told = |stream: &leaving::Stream, rule: &str| {
        let log = stream.globals().log.iter();
        let of = log.filter(|told| told.1 == rule);
        of.map(|told| (told.0, told.3)).collect::<Vec<_>>()
    };
    assert_eq!(told(&stream, "count"), [(30, 1)]);
    assert_eq!(told(&stream, "whole"), [(30, 2)]);
    // It goes at the next tick, before the clock goes on.
    assert!(stream.tick_to(31).unwrap());
    assert_eq!((stream.now(), stream.len::<leaving::Reading>()), (30, 1));
    stream.advance_to(31).unwrap();
    assert_eq!(stream.len::<leaving::Reading>(), 0);
    assert_eq!(told(&stream, "count"), [(30, 1)]);
}

/// Spans of different units, compared and in fields.
mod spans {
    use rules_runtime::rules;
    use std::time::Duration;
    rules! {
        #[clock(Duration)]
        ruleset Desk;
        #[event(at = at)] fact Call { at: Duration, lasted: Duration }
        global log: Vec<u64>;
        rule middling {
            when { longest = max(lasted for Call { lasted } within 1h) if longest > 90s && longest < 2min; }
            then { log.push(longest.as_secs()); }
        }
        rule exact { when { Call { lasted: 100s }; } then { log.push(1); } }
        rule between { when { Call { lasted: 90s..=2min }; } then { log.push(2); } }
    }
    #[test]
    fn spans_of_different_units_compare_by_their_length() {
        let s = Duration::from_secs;
        let mut desk = Desk::new(vec![]);
        desk.insert(Call {
            at: s(0),
            lasted: s(100),
        });
        desk.run();
        desk.globals_mut().log.sort_unstable();
        assert_eq!(desk.globals().log, [1, 2, 100]);
    }
}
