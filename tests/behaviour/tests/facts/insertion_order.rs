//! What purely logical rules derive does not depend on the order in which facts come, nor on which came and
//! went meanwhile.

use std::collections::BTreeSet;

use rules_runtime::{Handle, rules};

rules! {
    ruleset Roads;

    #[derive(Debug, Clone, Copy, PartialEq)]
    fact Road(u8, u8);
    fact Town(u8);
    #[unique]
    #[derived]
    fact Reaches(u8, u8);
    #[unique]
    #[derived]
    fact Hub { town: u8, roads: usize }
    #[unique]
    #[derived]
    fact Cut(u8, u8);
    #[unique]
    #[derived]
    fact Capital(u8);

    rule road { when { Road(a, b); } then { insert logical Reaches(a, b); } }

    rule further {
        when { Reaches(a, b); Road(b, c); }
        then { insert logical Reaches(a, c); }
    }

    rule hub {
        when { Town(a); n = count(Road(a, _)); if n > 2; }
        then { insert logical Hub { town: a, roads: n }; }
    }

    rule cut {
        when { Town(a); Town(b); not Reaches(a, b); }
        then { insert logical Cut(a, b); }
    }

    rule capital {
        when { Town(a); forall Hub { town: hub } => { Reaches(a, to) if to == hub; }; exists Hub; }
        then { insert logical Capital(a); }
    }
}

/// What is derived, in an order of its own.
fn derived(roads: &Roads) -> BTreeSet<String> {
    let reaches = roads.facts::<Reaches>().map(|fact| format!("{fact:?}"));
    let hubs = roads.facts::<Hub>().map(|fact| format!("{fact:?}"));
    let cuts = roads.facts::<Cut>().map(|fact| format!("{fact:?}"));
    let capitals = roads.facts::<Capital>().map(|fact| format!("{fact:?}"));
    reaches.chain(hubs).chain(cuts).chain(capitals).collect()
}

/// A permutation for each seed: `SplitMix64` and the shuffle of Fisher and Yates.
fn shuffle<T>(seed: u64, all: &mut [T]) {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    };
    for last in (1..all.len()).rev() {
        let place = usize::try_from(next() % (last as u64 + 1)).unwrap();
        all.swap(last, place);
    }
}

const TOWNS: u8 = 7;

/// Two rings, a way from the one to the other, a dead end.
fn roads() -> Vec<Road> {
    let ends = [
        (0, 1),
        (0, 3),
        (0, 4),
        (1, 0),
        (4, 1),
        (3, 5),
        (5, 3),
        (6, 0),
        (1, 2),
        (6, 3),
        (4, 0),
        (1, 4),
    ];
    ends.map(|(from, to)| Road(from, to)).to_vec()
}

#[test]
fn the_order_in_which_facts_come_does_not_change_what_follows() {
    let mut first = Roads::new();
    first.insert_all((0..TOWNS).map(Town));
    first.insert_all(roads());
    first.run();
    let expected = derived(&first);
    assert!(
        ![
            first.is_empty::<Hub>(),
            first.is_empty::<Cut>(),
            first.is_empty::<Capital>()
        ]
        .contains(&true)
    );
    for seed in 0..40 {
        let mut session = Roads::new();
        let (mut all, mut towns) = (roads(), (0..TOWNS).collect::<Vec<_>>());
        shuffle(seed, &mut all);
        shuffle(seed, &mut towns);
        for (number, road) in all.into_iter().enumerate() {
            session.insert(road);
            if let Some(town) = towns.pop() {
                session.insert(Town(town));
            }
            // At rest, or in the middle of what follows.
            session.run_limit((seed * number as u64) % 5);
        }
        session.run();
        assert_eq!(derived(&session), expected, "seed {seed}");
    }
}

#[test]
fn what_came_and_went_meanwhile_does_not_change_what_follows() {
    let (mut session, mut passing) = (Roads::new(), Vec::<Handle<Road>>::new());
    session.insert_all((0..TOWNS).map(Town));
    let mut all = roads();
    shuffle(3, &mut all);
    for (number, road) in all.into_iter().enumerate() {
        let number = u8::try_from(number).unwrap();
        passing.push(session.insert(Road(number % TOWNS, (number + 3) % TOWNS)));
        session.insert(road);
        session.run_limit(u64::from(number % 4));
        if number % 3 == 2 {
            let gone = passing.remove(0);
            session.retract(gone).unwrap();
        }
    }
    session.run();
    for gone in passing {
        session.retract(gone).unwrap();
        session.run();
    }
    let mut other = Roads::new();
    other.insert_all(roads());
    other.insert_all((0..TOWNS).map(Town));
    other.run();
    assert_eq!(derived(&session), derived(&other));
}
