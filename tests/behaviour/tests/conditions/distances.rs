//! Guards that hold two fields close to one another, of whatever types and by whatever measure, find what two loops would.

use std::time::Duration;

use rules_runtime::rules;

use crate::ranges::Random;

/// A measure of the user's own, by the name that integers have: what is near by it is near in a circle.
trait Circular {
    fn abs_diff(self, other: Self) -> u32;
}

impl Circular for f64 {
    fn abs_diff(self, other: Self) -> u32 {
        let apart = (self - other).abs();
        if (3.0..=97.0).contains(&apart) {
            NARROW
        } else {
            0
        }
    }
}

/// Of a type of the user's.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
struct Angle(u32);

impl Angle {
    fn abs_diff(self, other: Self) -> u32 {
        let apart = self.0.abs_diff(other.0);
        apart.min(360 - apart)
    }
}

/// Of a type of which there are places, by another measure than these.
trait Perhaps {
    fn abs_diff(self, other: u64) -> u64;
}

impl Perhaps for Option<u64> {
    fn abs_diff(self, other: u64) -> u64 {
        self.map_or(0, |value| value.abs_diff(other))
    }
}

const NARROW: u32 = 3;

rules! {
    ruleset Distances;

    fact Plain { id: u32, at: u32, depth: i32, since: Duration, height: f64, angle: Angle, room: u8 }
    fact Reach { of: u32, most: u32 }
    fact Odd { id: u32, maybe: Option<u64>, boxed: Box<u64>, at: u64 }
    fact Most(u64);
    global found: Vec<(&'static str, u32, u32)>;

    rule integers {
        when { Plain { id, at, room }; Plain { id: other, at: there, room } if at.abs_diff(there) < 10; }
        then { found.push(("integers", id, other)); }
    }
    rule signed {
        when { a @ Plain { id }; b @ Plain { id: other } if 1_000 >= b.depth.abs_diff(a.depth); }
        then { found.push(("signed", id, other)); }
    }
    rule durations {
        when { Plain { id, since }; Plain { id: other, since: then } if then.abs_diff(since) <= Duration::ZERO; }
        then { found.push(("durations", id, other)); }
    }
    rule floats {
        when { Plain { id, height }; Plain { id: other, height: there } if (height - there).abs() < 0.1; }
        then { found.push(("floats", id, other)); }
    }
    rule circular {
        when { Plain { id, height }; Plain { id: other, height: there } if height.abs_diff(there) < NARROW; }
        then { found.push(("circular", id, other)); }
    }
    rule angles {
        when { Plain { id, angle }; Plain { id: other, angle: there } if angle.abs_diff(there) < 20; }
        then { found.push(("angles", id, other)); }
    }
    rule reached {
        when { Reach { of, most }; Plain { id: of, at }; Plain { id, at: there } if at.abs_diff(there) < most; }
        then { found.push(("reached", of, id)); }
    }
    rule literal {
        when { Reach { of, most }; Plain { id, at: there } if there.abs_diff(700) < most; }
        then { found.push(("literal", of, id)); }
    }
    rule wide_literal {
        when { Most(most); Odd { id, at } if at.abs_diff(5_000_000_000) <= most; }
        then { found.push(("wide_literal", 0, id)); }
    }
    rule maybe {
        when { Odd { id, maybe }; Odd { id: other, at } if maybe.abs_diff(at) < 5_000_000_000; }
        then { found.push(("maybe", id, other)); }
    }
    rule boxed {
        when { Odd { id, boxed }; Odd { id: other, at } if boxed.abs_diff(at) < 5_000_000_000; }
        then { found.push(("boxed", id, other)); }
    }
    // What is bound by code of the user's is bound after the guards before it.
    rule bound {
        when {
            Plain { id, at };
            Plain { id: other, at: there } if at > there && let Some(z) = 90_u32.checked_sub(50 / at) && there.abs_diff(z) < 9;
        }
        then { found.push(("bound", id, other)); }
    }
    // What a guard before it says keeps the difference from being computed where there is none.
    rule guarded {
        when { Plain { id, depth }; Plain { id: other, depth: there, room: 0 } if depth.unsigned_abs().max(there.unsigned_abs()) < 100_000 && (depth - there).abs() < 200; }
        then { found.push(("guarded", id, other)); }
    }

    query near(from: u32, most: u32) -> u32 {
        when { Plain { id, at } if at.abs_diff(from) <= most; }
        select id
    }
    query as_high(from: f64, most: f64) -> u32 {
        when { Plain { id, height } if (from - height).abs() < most; }
        select id
    }
}

/// The pairs that a rule finds, by two loops.
fn apart(
    rule: &'static str,
    all: &[Plain],
    is_near: impl Fn(&Plain, &Plain) -> bool,
) -> Vec<(&'static str, u32, u32)> {
    let pairs = all.iter().flat_map(|a| all.iter().map(move |b| (a, b)));
    let near = pairs.filter(|(a, b)| is_near(a, b));
    near.map(|(a, b)| (rule, a.id, b.id)).collect()
}

/// A session with facts that have come, moved and gone, and whose rules have not fired yet.
fn filled() -> Distances {
    let (mut distances, mut random) = (Distances::new(Vec::new()), Random(7));
    let edges = [
        i32::MIN,
        i32::MIN + 999,
        -1,
        0,
        1,
        i32::MAX - 1_000,
        i32::MAX,
    ];
    let heights = [0.0, 0.1, 0.2, f64::NAN, f64::INFINITY, -0.0, 99.5];
    let mut handles = Vec::new();
    for id in 0..300 {
        let at = match id % 10 {
            0 => random.below(5),
            1 => u32::MAX - random.below(5),
            _ => random.below(1_500),
        };
        let seventh = (id % 7) as usize;
        let height = f64::from(random.below(1_000)) / 10.0;
        handles.push(distances.insert(Plain {
            id,
            at,
            depth: if id % 3 == 0 {
                edges[seventh]
            } else {
                random.below(90_000).cast_signed()
            },
            since: Duration::from_millis(u64::from(random.below(200))),
            height: if id % 5 == 0 {
                heights[seventh]
            } else {
                height
            },
            angle: Angle(random.below(360)),
            room: random.below(3) as u8,
        }));
        let chosen = handles[random.below(handles.len() as u32) as usize];
        match random.below(5) {
            0 if distances.contains(chosen) => drop(distances.retract(chosen)),
            1 if distances.contains(chosen) => {
                let at = random.below(1_500);
                distances.update(chosen, |plain| plain.at = at).unwrap();
            }
            _ => {}
        }
    }
    distances.insert_all([(3, 0), (17, 40), (40, u32::MAX)].map(|(of, most)| Reach { of, most }));
    let odd = [
        0,
        3,
        10,
        5_000_000_000,
        5_000_000_011,
        10_000_000_010,
        u64::MAX,
    ];
    for (id, at) in (0..).zip(odd) {
        let maybe = (id % 3 != 0).then_some(at);
        distances.insert(Odd {
            id,
            maybe,
            boxed: Box::new(at),
            at,
        });
    }
    distances.insert_all([0, 11, u64::MAX].map(Most));
    distances
}

/// What the rules find, by loops.
fn expected(distances: &Distances) -> Vec<(&'static str, u32, u32)> {
    let all: Vec<Plain> = distances.facts::<Plain>().cloned().collect();
    let reaches: Vec<Reach> = distances.facts::<Reach>().cloned().collect();
    let odd: Vec<Odd> = distances.facts::<Odd>().cloned().collect();
    let odd_pairs = || odd.iter().flat_map(|a| odd.iter().map(move |b| (a, b)));
    let mut expected = [
        apart("integers", &all, |a, b| {
            a.room == b.room && a.at.abs_diff(b.at) < 10
        }),
        apart("signed", &all, |a, b| a.depth.abs_diff(b.depth) <= 1_000),
        apart("durations", &all, |a, b| a.since == b.since),
        apart("floats", &all, |a, b| (a.height - b.height).abs() < 0.1),
        apart("circular", &all, |a, b| {
            a.height.abs_diff(b.height) < NARROW
        }),
        apart("angles", &all, |a, b| a.angle.abs_diff(b.angle) < 20),
        apart("reached", &all, |a, b| {
            let mut of_it = reaches.iter().filter(|reach| reach.of == a.id);
            of_it.any(|reach| a.at.abs_diff(b.at) < reach.most)
        }),
        apart("bound", &all, |a, b| {
            let z = || 90_u32.checked_sub(50 / a.at);
            a.at > b.at && z().is_some_and(|z| b.at.abs_diff(z) < 9)
        }),
        apart("guarded", &all, |a, b| {
            let far = a.depth.unsigned_abs().max(b.depth.unsigned_abs());
            b.room == 0 && far < 100_000 && (a.depth - b.depth).abs() < 200
        }),
    ]
    .concat();
    for reach in &reaches {
        let near = all
            .iter()
            .filter(|plain| plain.at.abs_diff(700) < reach.most);
        expected.extend(near.map(|plain| ("literal", reach.of, plain.id)));
    }
    for most in distances.facts::<Most>() {
        let near = odd
            .iter()
            .filter(|odd| odd.at.abs_diff(5_000_000_000) <= most.0);
        expected.extend(near.map(|odd| ("wide_literal", 0, odd.id)));
    }
    for (a, b) in odd_pairs() {
        if a.maybe.abs_diff(b.at) < 5_000_000_000 {
            expected.push(("maybe", a.id, b.id));
        }
        if a.boxed.abs_diff(b.at) < 5_000_000_000 {
            expected.push(("boxed", a.id, b.id));
        }
    }
    expected.sort_unstable();
    expected
}

#[test]
fn what_is_within_a_distance_is_found_whatever_the_type_and_its_measure() {
    let mut distances = filled();
    distances.__verify();
    distances.run();
    let expected = expected(&distances);
    let found = &mut distances.globals_mut().found;
    found.sort_unstable();
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(&expected) {
        assert_eq!(found, expected);
    }
    let rules = [
        "integers",
        "signed",
        "durations",
        "floats",
        "circular",
        "angles",
        "reached",
        "guarded",
    ];
    for rule in rules {
        let pairs = expected.iter().filter(|of| of.0 == rule);
        assert!(pairs.count() > 100, "{rule}");
    }
}

#[test]
fn a_query_finds_what_is_near_a_parameter() {
    let distances = filled();
    let all: Vec<&Plain> = distances.facts::<Plain>().collect();
    for (from, most) in [(0, 0), (3, 10), (u32::MAX, 3), (700, 50), (700, u32::MAX)] {
        let near = all.iter().filter(|plain| plain.at.abs_diff(from) <= most);
        let mut expected: Vec<u32> = near.map(|plain| plain.id).collect();
        let mut found: Vec<u32> = distances.near(from, most).collect();
        expected.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, expected, "within {most} of {from}");
    }
}

#[test]
fn a_query_finds_what_is_as_high_as_a_parameter() {
    let distances = filled();
    let all: Vec<&Plain> = distances.facts::<Plain>().collect();
    let mut count = 0;
    for from in [
        all[0].height,
        all[7].height,
        0.0,
        -0.0,
        f64::NAN,
        f64::INFINITY,
    ] {
        for most in [0.0, 0.1, 3.0, f64::NAN, f64::INFINITY] {
            let high = all
                .iter()
                .filter(|plain| (from - plain.height).abs() < most);
            let mut expected: Vec<u32> = high.map(|plain| plain.id).collect();
            let mut found: Vec<u32> = distances.as_high(from, most).collect();
            expected.sort_unstable();
            found.sort_unstable();
            assert_eq!(found, expected, "within {most} of {from}");
            count += found.len();
        }
    }
    assert!(count > 100, "only {count} are near");
}
