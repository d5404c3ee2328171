//! What rules wait for, and what they ask of queries: new rules begin with it.

use crate::{both, version};

#[test]
fn deadlines_and_windows_of_new_rules_are_waited_for() {
    version! {
        plain under clock(u32),
        #[event(at = at, expires = 100)]
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        pub(crate) fact Ping { at: u32 }
        global log: Vec<String>;
        rule ping { when { Ping { at }; } then { log.push(format!("ping {at}")); } }
        rule quiet {
            when { Ping { at }; due at + 30; }
            then { log.push(format!("{now}: quiet since {at}")); }
        }
    }
    version! {
        timed under clock(u32),
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        pub(crate) fact Other(u8);
        #[event(at = at, expires = 100)]
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        pub(crate) fact Ping { at: u32 }
        global log: Vec<String>;
        rule alone {
            when { ping @ Ping { at }; not Ping within 20 after ping; }
            then { log.push(format!("{now}: alone since {at}")); }
        }
        rule busy {
            when { n = count(Ping within 10); if n > 1; }
            then { log.push(format!("{now}: {n} of late")); }
        }
        rule calm { when { not Ping within 10; } then { log.push(format!("{now}: calm")); } }
        rule ping { when { Ping { at }; } then { log.push(format!("ping {at}")); } }
    }
    let mut session = plain::Shop::builder().now(0).build(Vec::new());
    session.insert_all([1, 4, 9, 60].map(|at| plain::Ping { at }));
    session.advance_to(10).unwrap();
    session.globals_mut().log.clear();
    for mut later in both::<timed::Shop>(&session) {
        later.advance_to(99).unwrap();
        assert_eq!(
            later.globals().log,
            [
                "10: 3 of late",
                "11: 2 of late",
                "19: calm",
                "29: alone since 9",
                "ping 60",
                "70: calm",
                "80: alone since 60",
            ]
        );
        assert_eq!(later.now(), 99);
        // `quiet` comes back, and its instants that have passed are no deadlines any more.
        for mut again in both::<plain::Shop>(&later) {
            again.globals_mut().log.clear();
            again.advance_to(105).unwrap();
            let log = again.globals().log.join(", ");
            assert!(log.contains("99: quiet since 60"), "{log}");
        }
    }
}

#[test]
fn what_new_rules_ask_of_queries_is_answered() {
    version! {
        edges,
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        pub(crate) fact Edge(u32, u32);
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        pub(crate) fact From(u32);
        global log: Vec<String>;
        query path(from: u32) -> u32 {
            when { either { Edge(from, to); } or { Edge(from, via); to in path(via); } } select to
        }
        rule edge { when { Edge(a, b); } then { log.push(format!("{a} {b}")); } }
    }
    version! {
        paths,
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        pub(crate) fact From(u32);
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        pub(crate) fact Edge(u32, u32);
        global log: Vec<String>;
        query path(from: u32) -> u32 {
            when { either { Edge(from, to); } or { Edge(from, via); to in path(via); } } select to
        }
        rule reaches {
            when { From(from); to in path(from); }
            then { log.push(format!("{from} reaches {to}")); }
        }
        rule edge { when { Edge(a, b); } then { log.push(format!("{a} {b}")); } }
    }
    version! {
        more_paths,
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        pub(crate) fact Edge(u32, u32);
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        pub(crate) fact From(u32);
        global log: Vec<String>;
        query path(from: u32) -> u32 {
            when { either { Edge(from, to); } or { Edge(from, via); to in path(via); } } select to
        }
        rule edge { when { Edge(a, b); } then { log.push(format!("{a} {b}")); } }
        rule far { when { From(from); n = count(Edge(from, _)); if n > 0; } then { log.push(format!("{from} {n}")); } }
        rule reaches {
            when { From(from); to in path(from); }
            then { log.push(format!("{from} reaches {to}")); }
        }
    }
    let mut session = edges::Shop::new(Vec::new());
    session.insert_all([(1, 2), (2, 3), (3, 1), (4, 5)].map(|(a, b)| edges::Edge(a, b)));
    session.insert(edges::From(1));
    session.run();
    session.globals_mut().log.clear();
    for mut later in both::<paths::Shop>(&session) {
        later.step();
        for mut more in both::<more_paths::Shop>(&later) {
            more.insert(more_paths::Edge(3, 4));
            more.run();
            let mut log = more.globals().log.clone();
            log.sort();
            let expected = [
                "1 1",
                "1 reaches 1",
                "1 reaches 2",
                "1 reaches 3",
                "1 reaches 4",
                "1 reaches 5",
                "3 4",
            ];
            assert_eq!(log, expected);
        }
    }
}
