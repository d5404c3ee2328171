//! A fact that says where a program is, of which there is one, is no part of the network's tokens. Nothing that can
//! be seen tells: each ruleset here is compared with one that differs only in that the fact has no key.

use behaviour::{Recorder, below};
use rules_runtime::rules;

/// What is done to a session, by one number, and what it comes to: the firing order, the agenda after each step, and
/// what its listener heard.
macro_rules! play {
    ([$($strategy:tt)*] $seed:expr, $($key:tt)*) => {{
        rules! {
            $($strategy)*
            #[allow(rules::cross_product)]
            ruleset Stages;

            $($key)*
            fact Stage { at: u8, unread: u32 }
            $($key)*
            fact Count { next: u32 }
            fact Item { size: u32, color: u8 }
            fact Bin { color: u8, room: u32 }
            global log: Vec<(&'static str, u32, u32)>;

            rule put {
                when {
                    Stage { at: 1 };
                    item @ Item { size, color };
                    bin @ Bin { color, room: >= size };
                    count @ Count { next };
                }
                then {
                    log.push(("put", size, next));
                    retract item;
                    modify bin { bin.room -= size; }
                    modify count { count.next += 1; }
                }
            }
            rule no_room {
                when {
                    stage @ Stage { at: 1 };
                    Item { size, color };
                    not Bin { color, room: >= size };
                }
                then {
                    log.push(("no_room", size, 0));
                    modify stage { stage.at = 2; }
                }
            }
            #[salience(1)]
            rule widen {
                when {
                    Item { size, color };
                    stage @ Stage { at: 2 };
                    bin @ Bin { color, room: < size };
                    not Bin { color, room: >= size };
                }
                then {
                    log.push(("widen", size, bin.room));
                    modify bin { bin.room = size; }
                    modify stage { stage.unread += 1; }
                }
            }
            rule again {
                when { stage @ Stage { at: 2 }; }
                then {
                    log.push(("again", 0, stage.unread));
                    modify stage { stage.at = 1; }
                }
            }
            rule any {
                when { Count { next: > 2 }; Item { size }; Bin { room: size }; }
                then { log.push(("any", size, 0)); }
            }
        }
        let mut session = Stages::builder().listener(Recorder::default()).build(vec![]);
        let mut seed: u64 = $seed;
        let (mut stage, mut count) = (None, None);
        let mut items = vec![];
        let mut bins = vec![];
        let mut heard = vec![];
        for _ in 0..60 {
            let n = below(&mut seed, 1 << 20);
            let (size, color) = ((n / 16 % 4) as u32, (n / 64 % 2) as u8);
            match n % 12 {
                0 if stage.is_none() => stage = Some(session.insert(Stage { at: color, unread: 0 })),
                0 => { session.update(stage.unwrap(), |stage| stage.at = size as u8).unwrap(); }
                1 => { if let Some(stage) = stage.take() { session.retract(stage).unwrap(); } }
                2 => { if let Some(stage) = stage { session.update(stage, |stage| stage.unread += 1).unwrap(); } }
                3 if count.is_none() => count = Some(session.insert(Count { next: size })),
                3 => { session.update(count.unwrap(), |count| count.next = size).unwrap(); }
                4..=6 => items.push(session.insert(Item { size, color })),
                7 => bins.push(session.insert(Bin { color, room: size })),
                8 => { if let Some(&item) = items.get(size as usize) { _ = session.retract(item); } }
                9 => {
                    // One change in which the stage goes and comes.
                    let moved = session.transaction(|tx| {
                        if let Some(stage) = stage.take() { tx.retract(stage)?; }
                        stage = Some(tx.insert(Stage { at: color + 1, unread: 9 }));
                        Ok::<_, rules_runtime::HandleError>(())
                    });
                    moved.unwrap();
                }
                10 => { session.skip(); }
                _ => { session.run_limit(u64::from(size)); }
            }
            let agenda: Vec<String> = session
                .agenda()
                .map(|pending| format!("{:?} {:?}", pending.rule(), pending.facts()))
                .collect();
            // What one change cancels has no order.
            let mut events = session.listener_mut().take();
            let cancelled = |event: &String| event.starts_with("cancelled");
            let first = events.iter().position(cancelled).unwrap_or_default();
            let end = events.iter().rposition(cancelled).map_or(0, |last| last + 1);
            events[first..end].sort();
            heard.push((agenda, events));
        }
        session.run_limit(50);
        (session.globals().log.clone(), heard)
    }};
}

#[test]
fn a_gate_is_told_from_a_join_by_nothing() {
    let mut fired = 0;
    for seed in 1..300 {
        let gated = play!([] seed, #[key()]);
        assert_eq!(gated, play!([] seed,), "seed {seed}");
        fired += gated.0.len();
    }
    assert!(fired > 1000, "{fired} firings");
}

#[test]
fn nor_when_the_oldest_fire_first() {
    for seed in 1..300 {
        let gated = play!([#[strategy(breadth)]] seed, #[key()]);
        assert_eq!(gated, play!([#[strategy(breadth)]] seed,), "seed {seed}");
    }
}

#[test]
fn a_match_that_has_fired_fires_again_when_its_gate_has_closed_and_opened() {
    rules! {
        ruleset Small;
        #[key()]
        fact Stage(u8);
        fact Item(u8);
        global log: Vec<u8>;
        rule look { when { Stage(1); Item(x); } then { log.push(x); } }
        rule next { when { stage @ Stage(3); } then { modify stage { stage.0 = 1; } } }
        rule leave { when { stage @ Stage(1); Item(9); } then { modify stage { stage.0 = 3; } } }
    }
    let mut session = Small::new(vec![]);
    let stage = session.insert(Stage(1));
    session.insert_all([Item(1), Item(2)]);
    assert_eq!((session.run().count, session.run().count), (2, 0));
    session.update(stage, |stage| stage.0 = 2).unwrap();
    session.insert(Item(3));
    assert_eq!(session.run().count, 0);
    session.update(stage, |stage| stage.0 = 3).unwrap();
    assert_eq!(session.run().count, 4);
    assert_eq!(session.globals().log, [2, 1, 3, 2, 1]);
    assert_eq!(session.insert(Stage(1)), stage);
    assert_eq!(session.run().count, 0, "an equal value is no change");
}

#[test]
fn a_match_that_loses_two_gates_at_once_is_cancelled_once() {
    rules! {
        #[allow(rules::cross_product)]
        ruleset Doubly;
        #[key()]
        fact Stage(u8);
        #[key()]
        fact Count(u8);
        fact Item(u8);
        global seen: u32;
        rule look { when { Stage(1); Count(n); Item(_); } then { *seen += u32::from(n); } }
        rule around {
            when { stage @ Stage(2); count @ Count(9); }
            then {
                modify stage { stage.0 = 1; }
                modify count { count.0 = 0; }
            }
        }
        rule leave { when { stage @ Stage(1); Item(9); } then { modify stage { stage.0 = 2; } } }
    }
    let mut session = Doubly::builder().listener(Recorder::default()).build(0);
    let stage = session.insert(Stage(1));
    let count = session.insert(Count(1));
    session.insert(Item(1));
    session.listener_mut().take();
    let moved = session.transaction(|tx| {
        tx.update(stage, |stage| stage.0 = 2)?;
        tx.update(count, |count| count.0 = 2)
    });
    moved.unwrap();
    let cancelled = |line: &String| line.starts_with("cancelled");
    let heard = session.listener_mut().take();
    assert_eq!(
        heard.iter().filter(|line| cancelled(line)).count(),
        1,
        "{heard:?}"
    );
}
