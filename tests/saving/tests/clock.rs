//! A clock, the events that wait and those that expire are state: a session that is saved in the middle of a stream and
//! restored gives the same rest.

use rules_runtime::rules;
use serde::{Deserialize, Serialize};

rules! {
    #[clock(u32)]
    #[backtrack]
    #[allow(rules::unbounded_event)]
    ruleset Watch;

    #[event(at = at, expires = 7)]
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    fact Login { at: u32, user: u32 }

    #[event(at = at)]
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    fact Alarm { at: u32, user: u32 }

    global log: Vec<(u32, String)>;

    rule seen {
        when { Login { user }; }
        then {
            log.push((now, format!("login {user}")));
            insert logical Alarm { at: now + 3, user };
        }
        undo { log.push((now, format!("gone {user}"))); }
    }

    rule alarm {
        when { Alarm { user }; n = count(Login); }
        then { log.push((now, format!("alarm {user}, {n} logins"))); }
    }
}

/// A session in the middle of a stream: some events have entered, some wait, two of one change and one of another for
/// one instant, of which the first have entered.
fn watch(until: u32) -> Watch {
    let mut watch = Watch::builder().now(2).build(Vec::new());
    let login = |at, user| Login { at, user };
    watch.insert_all([login(9, 1), login(5, 2), login(9, 3)]);
    watch.insert(login(9, 4));
    watch.insert(login(1, 5));
    watch.insert(login(30, 6));
    watch.advance_to(until).unwrap();
    watch.tick_to(9).unwrap();
    watch
}

/// What a session says of its state, and then does.
fn rest(mut watch: Watch) -> (u32, u64, Vec<Login>, Vec<(u32, String)>) {
    let (now, late) = (watch.now(), watch.late::<Login>());
    let logins = watch.facts::<Login>().cloned().collect();
    watch.__verify();
    watch.advance_to(50).unwrap();
    watch.__verify();
    (now, late, logins, watch.globals().log.clone())
}

#[test]
fn what_is_restored_in_the_middle_of_a_stream_gives_the_same_rest() {
    for until in 2..9 {
        let original = watch(until);
        let json = serde_json::to_string(&original).unwrap();
        let bytes = postcard::to_stdvec(&original).unwrap();
        let of_json: Watch = serde_json::from_str(&json).unwrap();
        let of_bytes: Watch = postcard::from_bytes(&bytes).unwrap();
        let expected = rest(original);
        assert_eq!(expected.1, 1);
        assert_eq!(rest(of_json), expected);
        assert_eq!(rest(of_bytes), expected);
    }
}

#[test]
fn a_handle_reaches_its_event_which_waits_in_the_restored_session() {
    let mut original = Watch::new(Vec::new());
    let [kept, gone] = [1, 2].map(|user| original.insert(Login { at: 4, user }));
    let json = serde_json::to_string(&original).unwrap();
    let mut restored: Watch = serde_json::from_str(&json).unwrap();
    assert_eq!(restored.len::<Login>(), 0);
    assert_eq!(restored.retract(gone).unwrap().user, 2);
    assert!(restored.update(kept, |login| login.at = 5).is_err());
    restored.advance_to(4).unwrap();
    assert_eq!(restored.get(kept).unwrap().user, 1);
    assert_eq!(restored.len::<Login>(), 1);
}

#[test]
fn a_checkpoint_out_of_a_snapshot_restores_the_clock() {
    let mut original = watch(4);
    let checkpoint = original.checkpoint();
    let before = rest(original.clone());
    original.advance_to(40).unwrap();
    let json = serde_json::to_string(&original).unwrap();
    let mut restored: Watch = serde_json::from_str(&json).unwrap();
    assert_eq!(restored.now(), 40);
    restored.rollback(checkpoint).unwrap();
    restored.globals_mut().log = watch(4).globals().log.clone();
    assert_eq!(rest(restored), before);
}

#[test]
fn every_beginning_of_a_snapshot_is_refused_and_so_is_what_is_altered() {
    let original = watch(6);
    let bytes = postcard::to_stdvec(&original).unwrap();
    for end in 0..bytes.len() {
        let restored = postcard::from_bytes::<Watch>(&bytes[..end]);
        assert!(restored.is_err(), "the first {end} bytes");
    }
    let expected = rest(original);
    for place in 0..bytes.len() {
        for change in [1, 16, 128] {
            let mut altered = bytes.clone();
            altered[place] ^= change;
            if let Ok(restored) = postcard::from_bytes::<Watch>(&altered) {
                assert_eq!(rest(restored), expected, "byte {place} changed by {change}");
            }
        }
    }
}

mod halfway {
    //! Saved while windows are half full, deadlines stand, and what has not come may still come.

    use super::*;

    rules! {
        #[clock(u32)]
        #[backtrack]
        ruleset Stream;

        #[event(at = at)]
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        fact Reading { at: u32, of: u32, value: u32 }

        #[event(at = at)]
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        fact Question { at: u32, of: u32 }

        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        fact Reminder { at: u32 }

        global log: Vec<(u32, String)>;

        rule window_of_time {
            when {
                total = sum(value for Reading { of, value } within 10) by (of);
                if total > 8;
            }
            then { log.push((now, format!("{of} had {total} in ten"))); }
            undo { log.push((now, format!("{of} no longer had {total}"))); }
        }

        #[allow(rules::unbounded_event)]
        rule window_of_number {
            when { most = max(value for Reading { of, value } last 3) by (of); }
            then { log.push((now, format!("{of} had {most} of three"))); }
        }

        rule deadline {
            when { Reminder { at }; due at + 6; }
            then { log.push((now, format!("reminded of {at}"))); }
        }

        rule no_answer {
            when {
                q @ Question { of };
                not Reading { of } within 5 after q;
            }
            then { log.push((now, format!("no answer of {of} to {}", q.at))); }
        }
    }

    /// A stream, as far as it has come.
    fn stream(until: u32) -> Stream {
        let mut stream = Stream::new(Vec::new());
        for at in [3, 9, 14] {
            stream.insert(Reminder { at });
        }
        let readings = [
            (1, 1, 4),
            (2, 2, 7),
            (4, 1, 5),
            (8, 1, 1),
            (8, 2, 3),
            (13, 1, 9),
            (21, 2, 2),
        ];
        stream.insert_all(readings.map(|(at, of, value)| Reading { at, of, value }));
        let questions = [(3, 1), (5, 2), (9, 1), (10, 2), (16, 2), (17, 1)];
        stream.insert_all(questions.map(|(at, of)| Question { at, of }));
        stream.advance_to(until).unwrap();
        stream
    }

    /// What there is, and what comes of it.
    fn rest(mut stream: Stream) -> (Vec<Reading>, Vec<Question>, Vec<(u32, String)>) {
        let readings = stream.facts().cloned().collect();
        let questions = stream.facts().cloned().collect();
        stream.__verify();
        for now in stream.now()..40 {
            stream.advance_to(now).unwrap();
            stream.__verify();
        }
        assert_eq!(
            stream.len::<Question>(),
            0,
            "no question is needed any more"
        );
        (readings, questions, stream.globals().log.clone())
    }

    #[test]
    fn each_instant_of_a_stream_restored_gives_the_same_rest() {
        let (_, _, whole) = rest(stream(0));
        let said = |text: &str| whole.iter().filter(|(_, line)| line.contains(text)).count();
        assert_eq!(
            (said("in ten"), said("no longer"), said("of three")),
            (6, 6, 4)
        );
        assert_eq!(said("reminded"), 3);
        assert_eq!(said("no answer"), 3);
        for until in 0..30 {
            let original = stream(until);
            let json = serde_json::to_string(&original).unwrap();
            let bytes = postcard::to_stdvec(&original).unwrap();
            let expected = rest(original);
            assert_eq!(expected.2, whole, "until {until}");
            let of_json: Stream = serde_json::from_str(&json).unwrap();
            assert_eq!(rest(of_json), expected, "until {until}");
            let of_bytes: Stream = postcard::from_bytes(&bytes).unwrap();
            assert_eq!(rest(of_bytes), expected, "until {until}");
        }
    }

    #[test]
    fn each_instant_of_a_stream_comes_back_with_a_rollback() {
        for until in 0..30 {
            let mut stream = stream(until);
            let log = stream.globals().log.clone();
            let checkpoint = stream.checkpoint();
            let expected = rest(stream.clone());
            stream.advance_to(until + 12).unwrap();
            stream.rollback(checkpoint).unwrap();
            stream.globals_mut().log = log;
            assert_eq!(rest(stream), expected, "until {until}");
        }
    }
}
