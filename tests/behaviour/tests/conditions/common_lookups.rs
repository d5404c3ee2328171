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
