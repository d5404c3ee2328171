//! Joins by `<` and its kin find the same matches as two loops would, whatever changes.

use std::time::Duration;

use rules_runtime::{Facts, rules};

rules! {
    ruleset Rooms;

    fact Booking { id: u32, room: u8, start: u32, end: u32 }

    rule clash {
        when {
            a @ Booking { room, start, end };
            b @ Booking { room, start: later, end: last } if later < end && start < last && a.id < b.id;
        }
        then { clashes.push((a.id, b.id)); }
    }

    query within(room: u8, from: u32, to: u32) -> u32 {
        when { Booking { id, room, start: >= from, end: <= to }; }
        select id
    }

    global clashes: Vec<(u32, u32)>;
}

/// Numbers that look random, the same each time.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, n: u32) -> u32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        ((self.0 >> 33) % u64::from(n)) as u32
    }
}

fn clashes(bookings: &[Booking]) -> Vec<(u32, u32)> {
    let mut pairs = Vec::new();
    for a in bookings {
        for b in bookings {
            let overlap = a.room == b.room && b.start < a.end && a.start < b.end;
            if overlap && a.id < b.id {
                pairs.push((a.id, b.id));
            }
        }
    }
    pairs.sort_unstable();
    pairs
}

#[test]
fn extents_that_overlap_are_found_whatever_changes() {
    let (mut rooms, mut random) = (Rooms::new(Vec::new()), Random(1));
    let mut handles = Vec::new();
    for id in 0..600 {
        let start = random.below(2000);
        let end = start + random.below(30);
        let room = random.below(2) as u8;
        handles.push(rooms.insert(Booking {
            id,
            room,
            start,
            end,
        }));
        let chosen = handles[random.below(handles.len() as u32) as usize];
        match random.below(4) {
            0 if rooms.contains(chosen) => drop(rooms.retract(chosen)),
            1 if rooms.contains(chosen) => {
                let (start, length) = (random.below(2000), random.below(30));
                let moved = rooms.update(chosen, |booking| {
                    booking.start = start;
                    booking.end = start + length;
                });
                moved.unwrap();
            }
            _ => {}
        }
    }
    rooms.run();
    let bookings: Vec<Booking> = rooms.facts::<Booking>().cloned().collect();
    let expected = clashes(&bookings);
    let found = &mut rooms.globals_mut().clashes;
    found.sort_unstable();
    assert!(expected.len() > 100);
    assert_eq!(*found, expected);
    for (from, to) in [(0, 2100), (100, 300), (300, 100), (500, 501)] {
        let is_within = |b: &&Booking| b.room == 1 && b.start >= from && b.end <= to;
        let expected: Vec<u32> = bookings.iter().filter(is_within).map(|b| b.id).collect();
        let mut found: Vec<u32> = rooms.within(1, from, to).collect();
        found.sort_unstable();
        assert_eq!(found, expected, "from {from} to {to}");
    }
}

rules! {
    ruleset Windows;

    fact Alarm { at: u32 }
    fact Reading { at: u32 }
    global near: Vec<(u32, u32)>;

    rule near {
        when { Alarm { at }; Reading { at: read } if read >= at && read < at + 10; }
        then { near.push((at, read)); }
    }
}

#[test]
fn a_bound_that_overflows_is_computed_only_for_what_reaches_it() {
    let mut windows = Windows::new(Vec::new());
    windows.insert_all((0..100).map(|at| Reading { at }));
    // `at + 10` would overflow; no reading is as late as that.
    windows.insert(Alarm { at: u32::MAX });
    windows.insert(Alarm { at: 95 });
    windows.run();
    let expected: Vec<_> = (95..100).map(|read| (95, read)).collect();
    let near = &mut windows.globals_mut().near;
    near.sort_unstable();
    assert_eq!(*near, expected);
}

/// A temperature, ordered by code of its own.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Degrees(f64);

impl PartialOrd for Degrees {
    /// The colder is the greater.
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        other.0.partial_cmp(&self.0)
    }
}

rules! {
    ruleset Kinds;

    fact Float { low: f64, high: f64 }
    fact FloatOf { value: f64 }
    fact Signed { value: i8 }
    fact SignedOf { least: i8, greatest: i8 }
    fact Word { text: String }
    fact Words { from: &'static str, to: String }
    fact Span { at: Duration }
    fact Spans { from: Duration, length: Duration }
    fact Maybe { value: Option<u32> }
    fact Maybes { from: Option<u32>, to: Option<u32> }
    fact Cold { than: Degrees, at: Degrees }
    fact Measured { degrees: Degrees }
    fact Wide { value: u128 }
    fact Wides { from: u128, to: u128 }
    global found: Vec<String>;

    rule floats {
        when { Float { low, high }; FloatOf { value: >= low, value: <= high, value }; }
        then { found.push(format!("float {value:?}")); }
    }
    rule signed {
        when { SignedOf { least, greatest }; Signed { value } if value > least && greatest >= value; }
        then { found.push(format!("signed {value}")); }
    }
    rule words {
        when { Words { from, to }; Word { text } if text.as_str() >= from; if text < to; }
        then { found.push(format!("word {text}")); }
    }
    rule spans {
        when { Spans { from, length }; Span { at } if at >= from && at < from + length; }
        then { found.push(format!("span {at:?}")); }
    }
    rule maybes {
        when { Maybes { from, to }; Maybe { value: > from, value: < to, value }; }
        then { found.push(format!("maybe {value:?}")); }
    }
    rule colder {
        when { Cold { than, at }; Measured { degrees } if degrees > than && degrees < at; }
        then { found.push(format!("cold {}", degrees.0)); }
    }
    rule wide {
        when { Wides { from, to }; Wide { value } if value >= from && value < to; }
        then { found.push(format!("wide {value}")); }
    }
}

#[test]
fn values_of_all_types_are_found_within_bounds() {
    let mut kinds = Kinds::new(Vec::new());
    let floats = [-0.0, 0.0, f64::NAN, -1.0, f64::MIN_POSITIVE, f64::INFINITY];
    kinds.insert_all(floats.map(|value| FloatOf { value }));
    kinds.insert(Float {
        low: 0.0,
        high: f64::MIN_POSITIVE,
    });
    kinds.insert(Float {
        low: f64::NAN,
        high: 1.0,
    });
    kinds.insert_all([i8::MIN, -3, -1, 0, 5, i8::MAX].map(|value| Signed { value }));
    kinds.insert(SignedOf {
        least: -3,
        greatest: i8::MAX,
    });
    let words = ["", "anna", "abcdefgh1", "abcdefgh2", "abcdefgh3", "b"];
    kinds.insert_all(words.map(|text| Word { text: text.into() }));
    kinds.insert(Words {
        from: "abcdefgh2",
        to: "b".into(),
    });
    kinds.insert_all([0, 5, 7, 9].map(|secs| Span {
        at: Duration::from_secs(secs),
    }));
    kinds.insert(Spans {
        from: Duration::from_secs(5),
        length: Duration::from_secs(4),
    });
    kinds.insert(Spans {
        from: Duration::MAX,
        length: Duration::from_secs(4),
    });
    kinds.insert_all([None, Some(0), Some(1), Some(u32::MAX)].map(|value| Maybe { value }));
    kinds.insert(Maybes {
        from: None,
        to: Some(u32::MAX),
    });
    kinds.insert_all([-5.0, 0.0, 5.0].map(|degrees| Measured {
        degrees: Degrees(degrees),
    }));
    kinds.insert(Cold {
        than: Degrees(2.0),
        at: Degrees(-5.0),
    });
    kinds.insert_all([0, 1 << 70, (1 << 70) + 1, u128::MAX].map(|value| Wide { value }));
    kinds.insert(Wides {
        from: 1 << 70,
        to: (1 << 70) + 1,
    });
    kinds.run();
    let found = &mut kinds.globals_mut().found;
    found.sort_unstable();
    let expected = [
        "cold 0",
        "float -0.0",
        "float 0.0",
        "float 2.2250738585072014e-308",
        "maybe Some(0)",
        "maybe Some(1)",
        "signed -1",
        "signed 0",
        "signed 127",
        "signed 5",
        "span 5s",
        "span 7s",
        "wide 1180591620717411303424",
        "word abcdefgh2",
        "word abcdefgh3",
        "word anna",
    ];
    assert_eq!(*found, expected);
}

rules! {
    #[backtrack]
    ruleset Chain;

    fact Stop { at: u32 }
    fact Gap { from: u32, to: u32 }
    global trips: Vec<[u32; 3]>;

    rule trip {
        when {
            Stop { at: one };
            Stop { at: two } if two > one && two < one + 3;
            Stop { at: three } if three > two && three < two + 3;
            not Gap { from: one, to: > three };
        }
        then { trips.push([one, two, three]); }
    }
}

fn trips(stops: &[u32], gaps: &[(u32, u32)]) -> Vec<[u32; 3]> {
    let mut trips = Vec::new();
    for &one in stops {
        for &two in stops.iter().filter(|&&two| two > one && two < one + 3) {
            for &three in stops
                .iter()
                .filter(|&&three| three > two && three < two + 3)
            {
                if !gaps.iter().any(|&(from, to)| from == one && to > three) {
                    trips.push([one, two, three]);
                }
            }
        }
    }
    trips.sort_unstable();
    trips
}

#[test]
fn chains_of_ranges_go_back_as_they_came() {
    let mut chain = Chain::new(Vec::new());
    let stops: Vec<u32> = (0..40).map(|n| n * 7 % 50).collect();
    let handles = chain.insert_all(stops.iter().map(|&at| Stop { at }));
    let gap = chain.insert(Gap { from: 7, to: 11 });
    let checkpoint = chain.checkpoint();
    for &handle in handles.iter().step_by(3) {
        chain.update(handle, |stop| stop.at += 100).unwrap();
    }
    chain.retract(gap).unwrap();
    chain.insert_all((0..100).map(|at| Stop { at }));
    chain.run();
    let moved: Vec<u32> = chain.facts::<Stop>().map(|stop| stop.at).collect();
    let found = &mut chain.globals_mut().trips;
    found.sort_unstable();
    assert_eq!(*found, trips(&moved, &[]));
    found.clear();
    chain.rollback(checkpoint).unwrap();
    chain.run();
    let found = &mut chain.globals_mut().trips;
    found.sort_unstable();
    assert_eq!(*found, trips(&stops, &[(7, 11)]));
}

rules! {
    ruleset Collected;

    fact Event { at: u32 }
    fact Window { from: u32, to: u32 }
    global sizes: Vec<(u32, usize)>;

    rule counted {
        when {
            Window { from, to };
            events = collect(Event { at: >= from, at: < to });
            n = count(Event { at: >= from, at: < to });
        }
        then { sizes.push((from, sum_of(events, n))); }
    }

    fn sum_of(events: &Facts<'_, Event>, n: usize) -> usize {
        assert_eq!(events.len(), n);
        n
    }
}

#[test]
fn accumulates_over_ranges_are_as_ever() {
    let mut collected = Collected::new(Vec::new());
    collected.insert_all((0..50).map(|at| Event { at }));
    collected.insert(Window { from: 10, to: 20 });
    collected.insert(Window { from: 48, to: 60 });
    collected.run();
    let sizes = &mut collected.globals_mut().sizes;
    sizes.sort_unstable();
    assert_eq!(*sizes, [(10, 10), (48, 2)]);
}

rules! {
    ruleset Sizes;

    fact Size { name: &'static str, from: u32, to: u32 }
    fact Parcel { weight: u32, next: Option<u32> }
    global log: Vec<(&'static str, u32)>;

    rule fits {
        when { Size { name, from, to }; Parcel { weight: from..=to }; }
        then { log.push((name, to)); }
    }
    rule below {
        when { Size { name, from, .. }; Parcel { weight: weight @ ..from }; }
        then { log.push((name, weight)); }
    }
    rule half_open {
        when { Size { name: "m", from, to }; Parcel { weight: from..to, next: None }; }
        then { log.push(("half", from)); }
    }
}

#[test]
fn a_range_of_variables_is_two_comparisons() {
    let mut sizes = Sizes::new(vec![]);
    for (name, from, to) in [("s", 1, 5), ("m", 5, 10)] {
        sizes.insert(Size { name, from, to });
    }
    for (weight, expected) in [
        (0, vec![("m", 0), ("s", 0)]),
        (5, vec![("half", 5), ("m", 10), ("s", 5)]),
        (10, vec![("m", 10)]),
        (11, vec![]),
    ] {
        let parcel = sizes.insert(Parcel { weight, next: None });
        sizes.run();
        let mut log = std::mem::take(&mut sizes.globals_mut().log);
        log.sort_unstable();
        assert_eq!(log, expected, "{weight}");
        sizes.retract(parcel).unwrap();
    }
}
