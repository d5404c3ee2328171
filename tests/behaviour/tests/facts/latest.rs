//! `P last n`: accumulates over the latest events alone.

use rules_runtime::{Accumulator, rules};

const THREE: usize = 3;

struct Spread;

impl Accumulator for Spread {
    type Input<'a> = i64;
    type State = Vec<i64>;
    type Output = i64;

    fn add(values: &mut Vec<i64>, value: i64) {
        values.push(value);
    }

    fn output(values: &Vec<i64>) -> Option<i64> {
        Some(values.iter().max()? - values.iter().min()?)
    }
}

rules! {
    #[clock(u32)]
    #[allow(rules::unbounded_event)]
    #[backtrack]
    ruleset Plant;

    #[event(at = at)]
    fact Reading { at: u32, of: &'static str, value: i64 }
    #[event(at = from, until = to)]
    fact Stop { from: u32, to: u32, of: &'static str }
    fact Sensor { name: &'static str, limit: i64 }
    #[unique] fact Muted(&'static str);
    fact Shown { of: &'static str, n: usize, sum: i64, mean: f64, least: i64, greatest: i64, spread: i64 }
    global log: Vec<String>;

    rule show {
        when {
            Sensor { name };
            n = count(Reading { of: name } last 3);
            sum = sum(value for Reading { of: name, value } last THREE);
            mean = avg(value for Reading { of: name, value } last 3);
            least = min(value for Reading { of: name, value } last 3);
            greatest = max(value for Reading { of: name, value } last 3);
            spread = accumulate(Spread, value for Reading { of: name, value } last 3);
        }
        then { insert logical Shown { of: name, n, sum, mean, least, greatest, spread }; }
    }
    rule high {
        when {
            s @ Sensor { name };
            high = count(Reading { of: name, value } last 2 if value > s.limit) if high == 2;
        }
        then { log.push(format!("two of {name} are high")); }
    }
    rule each {
        when { sum = sum(value for Reading { of, value } last 2) by (of) if sum > 100; }
        then { log.push(format!("{of} {sum}")); }
    }
    rule heard {
        when { n = count({ Reading { of } last 2; not Muted(of); }) if n == 2; }
        then { log.push("two are heard".to_string()); }
    }
    query latest(of: &'static str) -> i64 {
        when { list = collect(r @ Reading { of } last 2); for one in list; }
        select one.value
    }
    query top(of: &'static str) -> i64 {
        when { best = max_by(r.value for r @ Reading { of } last 3); }
        select best.value
    }
    query totals() -> (&'static str, i64) {
        when { sum = sum(value for Reading { of, value } last 2) by (of); }
        select (of, sum)
    }
    query stops(of: &'static str) -> u32 {
        when { n = max(to for Stop { of, to } last 2); }
        select n
    }
    query soon(of: &'static str) -> usize {
        when { n = count(Reading { of } within 10 last 3); }
        select n
    }
}

fn reading(at: u32, of: &'static str, value: i64) -> Reading {
    Reading { at, of, value }
}

fn all<T>(rows: impl Iterator<Item = T>) -> Vec<T> {
    rows.collect()
}

fn shown(plant: &Plant) -> Vec<(usize, i64, i64, i64, i64)> {
    let shown = plant.facts::<Shown>();
    shown
        .map(|shown| {
            (
                shown.n,
                shown.sum,
                shown.least,
                shown.greatest,
                shown.spread,
            )
        })
        .collect()
}

#[test]
fn the_latest_alone_are_members() {
    let mut plant = Plant::new(vec![]);
    plant.insert(Sensor {
        name: "a",
        limit: 50,
    });
    let mut handles = Vec::new();
    for (at, value) in [(1, 10), (2, 20), (3, 30), (4, 40)] {
        handles.push(plant.insert(reading(at, "a", value)));
    }
    plant.advance_to(4).unwrap();
    assert_eq!(shown(&plant), [(3, 90, 20, 40, 20)]);
    plant.__verify();
    // The latest goes, and the one before the others comes back.
    plant.retract(handles[3]).unwrap();
    plant.run();
    assert_eq!(shown(&plant), [(3, 60, 10, 30, 20)]);
    // One that is not among them goes, or stays.
    plant.retract(handles[1]).unwrap();
    plant.run();
    assert_eq!(shown(&plant), [(2, 40, 10, 30, 20)]);
    // Late ones are earlier.
    plant.insert(reading(2, "a", 7));
    plant.insert(reading(1, "a", 1));
    plant.run();
    assert_eq!(shown(&plant), [(3, 38, 1, 30, 29)]);
    plant.__verify();
    plant
        .update(handles[2], |reading| reading.value = 50)
        .unwrap();
    plant.run();
    assert_eq!(shown(&plant), [(3, 58, 1, 50, 49)]);
    plant.__verify();
    let explained = plant.explain(PlantRule::Show).to_string();
    assert!(explained.contains("last 3"), "{explained}");
}

#[test]
fn of_equal_times_the_later_inserted_is_the_later() {
    let mut plant = Plant::new(vec![]);
    plant.insert_all([1, 2, 3].map(|value| reading(0, "a", value)));
    assert_eq!(all(plant.latest("a")), [2, 3]);
    assert_eq!(all(plant.top("a")), [3]);
    plant.insert_all([9, 8, 7].map(|value| reading(0, "a", value)));
    assert_eq!(all(plant.latest("a")), [8, 7]);
    assert_eq!(all(plant.top("a")), [9]);
}

#[test]
fn each_group_has_its_own() {
    let mut plant = Plant::new(vec![]);
    for (at, of, value) in [
        (1, "a", 60),
        (2, "b", 30),
        (3, "a", 50),
        (4, "b", 60),
        (5, "b", 50),
    ] {
        plant.insert(reading(at, of, value));
    }
    plant.advance_to(5).unwrap();
    let log = std::mem::take(&mut plant.globals_mut().log);
    let of_rules: Vec<_> = log.iter().filter(|line| !line.contains("heard")).collect();
    assert_eq!(of_rules, ["a 110", "b 110"]);
    let mut totals = all(plant.totals());
    totals.sort_unstable();
    assert_eq!(totals, [("a", 110), ("b", 110)]);
    plant.__verify();
}

#[test]
fn a_guard_and_what_stands_beside_choose_what_is_counted() {
    let mut plant = Plant::new(vec![]);
    plant.insert(Sensor {
        name: "a",
        limit: 50,
    });
    plant.insert_all([(1, 60), (2, 70), (3, 10)].map(|(at, value)| reading(at, "a", value)));
    plant.insert(Muted("a"));
    plant.advance_to(9).unwrap();
    assert!(
        plant
            .globals()
            .log
            .contains(&"two of a are high".to_string())
    );
    assert!(!plant.globals().log.contains(&"two are heard".to_string()));
    plant.__verify();
}

#[test]
fn a_window_comes_first() {
    let mut plant = Plant::new(vec![]);
    plant.insert_all([1, 5, 6, 7, 8].map(|at| reading(at, "a", 1)));
    plant.advance_to(8).unwrap();
    assert_eq!(all(plant.soon("a")), [3]);
    plant.advance_to(16).unwrap();
    assert_eq!(all(plant.soon("a")), [2]);
    assert!(all(plant.stops("a")).is_empty());
    plant.insert_all([(9, 12), (8, 15), (7, 20)].map(|(from, to)| Stop { from, to, of: "a" }));
    assert_eq!(all(plant.stops("a")), [15]);
}

#[test]
fn a_rollback_takes_it_back() {
    let mut plant = Plant::new(vec![]);
    plant.insert(Sensor {
        name: "a",
        limit: 50,
    });
    plant.insert_all(
        [(1, 10), (2, 20), (3, 30), (4, 40)].map(|(at, value)| reading(at, "a", value)),
    );
    plant.advance_to(4).unwrap();
    let checkpoint = plant.checkpoint();
    plant.insert_all([(2, 11), (4, 21), (3, 31)].map(|(at, value)| reading(at, "a", value)));
    plant.run();
    assert_eq!(shown(&plant), [(3, 92, 21, 40, 19)]);
    plant.rollback(checkpoint).unwrap();
    assert_eq!(shown(&plant), [(3, 90, 20, 40, 20)]);
    plant.__verify();
    plant.insert(reading(4, "a", 0));
    plant.run();
    assert_eq!(shown(&plant), [(3, 70, 0, 40, 40)]);
    plant.__verify();
}

rules! {
    #[clock(u32)]
    #[allow(rules::unbounded_event)]
    ruleset Heard;

    #[event(at = at)]
    fact Said { at: u32, by: u32 }

    query last_of_each() -> (u32, u32) {
        when { last = max_by(at for s @ Said { at, by } last 1) by (by); }
        select (by, last.at)
    }
}

#[test]
fn a_query_gives_groups_in_the_order_of_the_first_that_is_among_the_latest() {
    let mut heard = Heard::new();
    heard.insert_all([(1, 7), (2, 8), (3, 7)].map(|(at, by)| Said { at, by }));
    heard.advance_to(5).unwrap();
    let said: Vec<(u32, u32)> = heard.last_of_each().collect();
    assert_eq!(said, [(8, 2), (7, 3)]);
}
