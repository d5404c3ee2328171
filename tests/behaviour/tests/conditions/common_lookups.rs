//! Rules that look up by one key, and differ in a constant of what they look up: they ask one index while it has few facts of
//! the key, and each its own where it has many. What they find is the same.

use rules_runtime::{HandleError, rules};

rules! {
    ruleset Alarms;

    #[derive(Clone)]
    fact Sensor { room: u32, kind: u8 }
    #[derive(Clone)]
    fact Reading { room: u32, value: u32 }
    global log: Vec<(u8, u32)>;

    rule smoke {
        when { Reading { room, value }; Sensor { room, kind: 0 }; }
        then { log.push((0, value)); }
    }
    rule heat {
        when { Reading { room, value }; Sensor { room, kind: 1 }; }
        then { log.push((1, value)); }
    }
    // Not from every reading does each rule search.
    rule noise {
        when { Reading { room, value } if value > 50; Sensor { room, kind: 2 | 4 }; }
        then { log.push((2, value)); }
    }
    rule light {
        when { Reading { room, value } if value < 20; Sensor { room, kind: 3 }; }
        then { log.push((3, value)); }
    }
}

/// What fires for a value in a room, each once for each sensor of its kind.
fn expected(kinds: &[u8], value: u32) -> Vec<(u8, u32)> {
    let fires = |kind: u8| match kind {
        0 | 1 => Some((kind, value)),
        2 | 4 => (value > 50).then_some((2, value)),
        3 => (value < 20).then_some((3, value)),
        _ => None,
    };
    let mut all: Vec<_> = kinds.iter().filter_map(|&kind| fires(kind)).collect();
    all.sort_unstable();
    all
}

fn fired(alarms: &mut Alarms) -> Vec<(u8, u32)> {
    alarms.__verify();
    alarms.run();
    let mut log = std::mem::take(&mut alarms.globals_mut().log);
    log.sort_unstable();
    log
}

#[test]
fn few_facts_and_many_of_a_key_are_found_alike() {
    let rooms: [&[u8]; 5] = [
        &[],
        &[2],
        &[0, 1, 2, 3, 4, 5, 0],
        &[0; 12],
        &[0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 2, 2, 2, 2, 2, 2],
    ];
    let mut alarms = Alarms::new(vec![]);
    for (room, kinds) in (0..).zip(rooms) {
        alarms.insert_all(kinds.iter().map(|&kind| Sensor { room, kind }));
    }
    for value in [5, 30, 60] {
        for (room, kinds) in (0..).zip(rooms) {
            alarms.insert(Reading { room, value });
            assert_eq!(fired(&mut alarms), expected(kinds, value), "{kinds:?}");
        }
    }
}

#[test]
fn a_sensor_that_becomes_another_is_anothers() {
    for others in [0, 20] {
        let mut alarms = Alarms::new(vec![]);
        alarms.insert_all((0..others).map(|_| Sensor { room: 1, kind: 9 }));
        let sensor = alarms.insert(Sensor { room: 1, kind: 0 });
        alarms.insert(Reading { room: 1, value: 60 });
        assert_eq!(fired(&mut alarms), [(0, 60)]);
        for kind in [2, 3, 1, 4, 0] {
            alarms.update(sensor, |sensor| sensor.kind = kind).unwrap();
            assert_eq!(fired(&mut alarms), expected(&[kind], 60));
        }
        alarms.update(sensor, |sensor| sensor.room = 2).unwrap();
        alarms.insert(Reading { room: 1, value: 70 });
        assert_eq!(fired(&mut alarms), []);
        alarms.insert(Reading { room: 2, value: 80 });
        assert_eq!(fired(&mut alarms), [(0, 80)]);
    }
}

#[test]
fn a_reading_and_its_sensors_that_come_at_once_are_found_once() {
    for count in [1, 20] {
        let mut alarms = Alarms::new(vec![]);
        alarms
            .transaction(|tx| {
                for kind in 0..count {
                    tx.insert(Sensor { room: 1, kind });
                }
                tx.insert(Reading { room: 1, value: 60 });
                Ok::<(), HandleError>(())
            })
            .unwrap();
        let kinds: Vec<u8> = (0..count).collect();
        assert_eq!(fired(&mut alarms), expected(&kinds, 60));
    }
}

mod of_all {
    rules_runtime::rules! {
        pub(super) ruleset Halls;

        pub(super) fact Lamp { hall: u32, kind: u8 }
        pub(super) fact Wire { lamp: u32 }
        pub(super) fact Visit { hall: u32 }
        global log: Vec<usize>;

        rule red { when { Visit { hall }; Lamp { hall, kind: 1 }; } then { log.push(1); } }
        rule blue { when { Visit { hall }; Lamp { hall, kind: 2 }; } then { log.push(2); } }
        // The index of its own is that of all.
        rule any { when { Visit { hall }; Lamp { hall, .. }; } then { log.push(0); } }
        // So that a place in an index is not the slot of its fact.
        rule wired { when { Wire { lamp }; Lamp { hall: lamp, kind: 3 }; } then { log.push(3); } }
    }
}

#[test]
fn a_pattern_without_a_constant_looks_up_with_those_that_have_one() {
    use of_all::{Halls, Lamp, Visit, Wire};

    for count in [1, 30] {
        let mut halls = Halls::new(vec![]);
        halls.insert(Wire { lamp: 7 });
        halls.insert_all((0..5).map(|_| Lamp { hall: 7, kind: 3 }));
        for kind in [1, 2, 4] {
            halls.insert_all((0..count).map(|_| Lamp { hall: 1, kind }));
        }
        halls.run();
        for _ in 0..3 {
            halls.globals_mut().log.clear();
            halls.insert(Visit { hall: 1 });
            halls.__verify();
            halls.run();
            let of = |kind| halls.globals().log.iter().filter(|&&of| of == kind).count();
            assert_eq!([0, 1, 2, 3].map(of), [3 * count, count, count, 0]);
        }
    }
}

mod fields_of_variants {
    use rules_runtime::rules;

    rules! {
        ruleset Doors;

        fact Guest { door: u32 }
        fact enum Event { Opened { door: u32, kind: u8 }, Closed { door: i64, kind: u8 }, Rang(u32) }
        global log: Vec<&'static str>;

        rule opened_1 { when { Guest { door }; Event::Opened { door, kind: 1 }; } then { log.push("opened 1"); } }
        rule opened_2 { when { Guest { door }; Event::Opened { door, kind: 2 }; } then { log.push("opened 2"); } }
        rule opened_3 { when { Guest { door }; Event::Opened { door, kind: 3 }; } then { log.push("opened 3"); } }
        rule first { when { Event::Opened { door: 1 }; } then { log.push("first"); } }
        rule second { when { Event::Opened { door: 2 }; } then { log.push("second"); } }
        rule third { when { Event::Closed { door: 3 }; } then { log.push("third"); } }
        rule below { when { Event::Closed { door: < 0 }; } then { log.push("below"); } }
        rule rang_4 { when { Event::Rang(4); } then { log.push("rang 4"); } }
        rule rang_5 { when { Event::Rang(5..); } then { log.push("rang 5"); } }
    }

    #[test]
    fn are_told_apart_by_their_patterns() {
        let fired = |events: Vec<Event>| {
            let mut doors = Doors::new(Vec::new());
            doors.insert(Guest { door: 2 });
            doors.insert_all(events);
            doors.__verify();
            doors.run();
            let mut log = std::mem::take(&mut doors.globals_mut().log);
            log.sort_unstable();
            log
        };
        let opened = |door, kind| Event::Opened { door, kind };
        assert_eq!(fired(vec![opened(2, 1)]), ["opened 1", "second"]);
        assert_eq!(
            fired(vec![opened(2, 3), opened(1, 2), opened(2, 4)]),
            ["first", "opened 3", "second", "second"]
        );
        let closed = |door| Event::Closed { door, kind: 1 };
        assert_eq!(
            fired(vec![closed(3), closed(2), closed(-7)]),
            ["below", "third"]
        );
        assert_eq!(
            fired(vec![Event::Rang(4), Event::Rang(9)]),
            ["rang 4", "rang 5"]
        );
    }
}

mod numbers {
    use rules_runtime::rules;

    rules! {
        ruleset Depths;

        fact Dive { place: u32 }
        fact Depth { place: u32, metres: i8, kind: u8 }
        global log: Vec<(&'static str, i8)>;

        rule below { when { Dive { place }; Depth { place, metres, metres: < -3 }; } then { log.push(("below", metres)); } }
        rule around { when { Dive { place }; Depth { place, metres, metres: >= -3, metres: <= 2 }; } then { log.push(("around", metres)); } }
        rule above { when { Dive { place }; Depth { place, metres, metres: 0.. }; } then { log.push(("above", metres)); } }
        rule other { when { Dive { place }; Depth { place, metres, metres: != 1 }; } then { log.push(("other", metres)); } }
        rule some { when { Dive { place }; Depth { place, metres, metres: -128 | 5 | 127, kind: 1 }; } then { log.push(("some", metres)); } }
        rule kind_2 { when { Dive { place }; Depth { place, metres, kind: 2 }; } then { log.push(("kind 2", metres)); } }
        rule kind_3 { when { Dive { place }; Depth { place, metres, kind: 3 }; } then { log.push(("kind 3", metres)); } }
        rule kind_4 { when { Dive { place }; Depth { place, metres, kind: 4 }; } then { log.push(("kind 4", metres)); } }
        rule all { when { Dive { place }; Depth { place, metres }; } then { log.push(("all", metres)); } }
    }

    #[test]
    fn of_every_sign_are_found() {
        for kind in 1..5 {
            let mut depths = Depths::new(Vec::new());
            depths.insert(Dive { place: 1 });
            let mut expected = Vec::new();
            for metres in i8::MIN..=i8::MAX {
                depths.insert(Depth {
                    place: 1,
                    metres,
                    kind,
                });
                let mut log = |holds: bool, rule| expected.extend(holds.then_some((rule, metres)));
                log(metres < -3, "below");
                log((-3..=2).contains(&metres), "around");
                log(metres >= 0, "above");
                log(metres != 1, "other");
                log(kind == 1 && [-128, 5, 127].contains(&metres), "some");
                log(kind == 2, "kind 2");
                log(kind == 3, "kind 3");
                log(kind == 4, "kind 4");
                log(true, "all");
            }
            depths.__verify();
            depths.run();
            let mut log = std::mem::take(&mut depths.globals_mut().log);
            log.sort_unstable();
            expected.sort_unstable();
            assert_eq!(log, expected);

            // From the other side, where many depths are of one place.
            depths.insert(Dive { place: 1 });
            depths.run();
            depths.globals_mut().log.sort_unstable();
            assert_eq!(depths.globals().log, expected);
        }
    }
}
