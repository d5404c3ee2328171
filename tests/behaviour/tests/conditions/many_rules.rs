//! Many rules that test one field against constants: a value is looked up, and still each rule gets its facts.

use rules_runtime::rules;

/// What a rule says that it asks, and whether a fact meets it.
type Asked = (&'static str, fn(i16, u8) -> bool);

rules! {
    ruleset Bands;

    fact Reading { value: i16, kind: u8 }
    global log: Vec<(&'static str, i16, u8)>;

    rule one { when { Reading { value: 3, kind }; } then { log.push(("one", 3, kind)); } }
    rule negative { when { Reading { value: -3, kind }; } then { log.push(("negative", -3, kind)); } }
    rule least { when { Reading { value: -32768, kind }; } then { log.push(("least", i16::MIN, kind)); } }
    rule above { when { Reading { value, kind } if value > 2; } then { log.push(("above", value, kind)); } }
    rule greatest { when { Reading { value, kind } if value >= 32767; } then { log.push(("greatest", value, kind)); } }
    rule below { when { Reading { value: < 0, value, kind }; } then { log.push(("below", value, kind)); } }
    rule closed { when { Reading { value: -5..=5, value, kind }; } then { log.push(("closed", value, kind)); } }
    rule half_open { when { Reading { value: 0..4, value, kind }; } then { log.push(("half_open", value, kind)); } }
    rule several { when { Reading { value: 1 | 3 | 7..=9, value, kind }; } then { log.push(("several", value, kind)); } }
    rule other_than { when { Reading { value: != 3, value, kind }; } then { log.push(("other_than", value, kind)); } }
    rule both { when { Reading { value, kind } if value > -5 && value <= 7; } then { log.push(("both", value, kind)); } }
    rule with_kind { when { Reading { value: 0..=7, value, kind: 2 }; } then { log.push(("with_kind", value, 2)); } }
    rule odd { when { Reading { value: 0.., value, kind } if value % 2 == 1; } then { log.push(("odd", value, kind)); } }
    rule any { when { Reading { value, kind }; } then { log.push(("any", value, kind)); } }
}

const ASKED: [Asked; 14] = [
    ("one", |value, _| value == 3),
    ("negative", |value, _| value == -3),
    ("least", |value, _| value == i16::MIN),
    ("above", |value, _| value > 2),
    ("greatest", |value, _| value == i16::MAX),
    ("below", |value, _| value < 0),
    ("closed", |value, _| (-5..=5).contains(&value)),
    ("half_open", |value, _| (0..4).contains(&value)),
    ("several", |value, _| [1, 3, 7, 8, 9].contains(&value)),
    ("other_than", |value, _| value != 3),
    ("both", |value, _| value > -5 && value <= 7),
    ("with_kind", |value, kind| {
        (0..=7).contains(&value) && kind == 2
    }),
    ("odd", |value, _| value >= 0 && value % 2 == 1),
    ("any", |_, _| true),
];

/// What rules fire for a reading.
fn expected(value: i16, kind: u8) -> Vec<(&'static str, i16, u8)> {
    let asked = ASKED.iter().filter(|(_, holds)| holds(value, kind));
    asked.map(|&(name, _)| (name, value, kind)).collect()
}

fn values() -> impl Iterator<Item = i16> {
    (-12..=12).chain([i16::MIN, i16::MIN + 1, i16::MAX - 1, i16::MAX])
}

#[test]
fn each_value_meets_the_rules_that_ask_for_it() {
    for (value, kind) in values().flat_map(|value| [(value, 1), (value, 2)]) {
        let mut session = Bands::new(vec![]);
        session.insert(Reading { value, kind });
        session.run();
        assert_eq!(session.globals().log, expected(value, kind));
    }
}

#[test]
fn a_new_value_meets_other_rules() {
    let mut session = Bands::new(vec![]);
    let reading = session.insert(Reading {
        value: 100,
        kind: 1,
    });
    session.run();
    for value in values().chain(values()) {
        session.globals_mut().log.clear();
        let before = session.get(reading).unwrap().value;
        session
            .update(reading, |reading| reading.value = value)
            .unwrap();
        session.run();
        let all = expected(value, 1);
        assert_eq!(
            session.globals().log,
            if before == value { vec![] } else { all }
        );
    }
    session.retract(reading).unwrap();
    assert_eq!(session.run().count, 0);
}

#[test]
fn facts_that_stand_in_few_of_many_indexes_are_found_and_forgotten() {
    rules! {
        ruleset Joined;
        fact Sensor { id: u32, kind: u32 }
        fact Value { sensor: u32, of: u32 }
        global log: Vec<u32>;
        rule r0 { when { Sensor { id, kind: 0 }; Value { sensor: id, of: 0 }; } then { log.push(0); } }
        rule r1 { when { Sensor { id, kind: 1 }; Value { sensor: id, of: 1 }; } then { log.push(1); } }
        rule r2 { when { Sensor { id, kind: 2 }; Value { sensor: id, of: 2 }; } then { log.push(2); } }
        rule r3 { when { Sensor { id, kind: 3 }; Value { sensor: id, of: 3 }; } then { log.push(3); } }
        rule r4 { when { Sensor { id, kind: 4 }; not Value { sensor: id, of: 4 }; } then { log.push(4); } }
        rule r5 { when { Sensor { id, kind: 5 }; Value { sensor: id, of: 3..=5 }; } then { log.push(5); } }
        rule r6 { when { Sensor { id, kind: 6 }; Value { sensor: id, of: 3..=6 }; } then { log.push(6); } }
    }
    let mut session = Joined::new(vec![]);
    let sensors = session.insert_all((0..70).map(|id| Sensor { id, kind: id % 7 }));
    let values = session.insert_all((0..70).map(|n| Value {
        sensor: n,
        of: n % 7,
    }));
    session.run();
    let count = |log: &[u32], rule| log.iter().filter(|&&fired| fired == rule).count();
    assert_eq!(
        [0, 1, 2, 3, 4, 5, 6].map(|rule| count(&session.globals().log, rule)),
        [10, 10, 10, 10, 0, 10, 10]
    );

    session.globals_mut().log.clear();
    for &value in &values {
        session
            .update(value, |value| value.of = (value.of + 6) % 7)
            .unwrap();
    }
    session.run();
    // Those of kind 4 have no value of their own now, those of 5 and 6 one less.
    assert_eq!(
        [0, 1, 2, 3, 4, 5, 6].map(|rule| count(&session.globals().log, rule)),
        [0, 0, 0, 0, 10, 10, 10]
    );

    session.globals_mut().log.clear();
    for sensor in sensors {
        session
            .update(sensor, |sensor| sensor.kind = (sensor.kind + 6) % 7)
            .unwrap();
    }
    session.run();
    assert_eq!(
        [0, 1, 2, 3, 4, 5, 6].map(|rule| count(&session.globals().log, rule)),
        [10, 10, 10, 10, 0, 10, 10]
    );
    for value in values {
        session.retract(value).unwrap();
    }
    session.globals_mut().log.clear();
    session.run();
    assert_eq!(count(&session.globals().log, 4), 10);
}

/// `matches!` of what a function makes of a field.
mod computed {
    use rules_runtime::rules;

    fn bracket(total: u32) -> u32 {
        total / 100
    }
    #[test]
    fn a_function_of_a_field_is_not_the_field() {
        rules! {
            ruleset Small;
            fact Order { total: u32 }
            global log: Vec<u32>;
            rule b0 { when { Order { total } if matches!(bracket(total), 0); } then { log.push(0); } }
            rule b1 { when { Order { total } if matches!(bracket(total), 1); } then { log.push(1); } }
            rule b2 { when { Order { total } if matches!(bracket(total), 2); } then { log.push(2); } }
            rule b3 { when { Order { total } if matches!(bracket(total), 3); } then { log.push(3); } }
            rule b4 { when { Order { total } if matches!(bracket(total), 4); } then { log.push(4); } }
            rule b5 { when { Order { total } if matches!(bracket(total), 5); } then { log.push(5); } }
        }
        let mut s = Small::new(vec![]);
        s.insert(Order { total: 250 });
        s.insert(Order { total: 3 });
        s.run();
        assert_eq!(s.globals().log, [0, 2]);
    }
}
