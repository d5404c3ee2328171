//! What the rulesets of the crate do.

use no_std::greenhouse::{Alarm, Bed, Greenhouse, Open, Probe};
use no_std::{seats, till};
use rules_runtime::{assert_fires, rules};

#[test]
fn sums_groups_and_the_best_of_several_are_as_with_the_standard_library() {
    assert_eq!(
        till::slip(),
        "Bob [0.1, 0.2, 12.5]; 1 large of 2\nBob [0.1, 0.2, 12.5]; 1 large of 1\n"
    );
}

#[test]
fn a_search_goes_back_and_finds_each_solution_once() {
    let mut orders = seats::orders();
    orders.sort_unstable();
    let expected = [
        [1, 3, 5],
        [1, 5, 3],
        [3, 1, 5],
        [3, 5, 1],
        [5, 1, 3],
        [5, 3, 1],
    ];
    assert_eq!(orders, expected);
}

#[test]
fn logical_facts_stand_while_a_mean_is_low() {
    let mut greenhouse = Greenhouse::new();
    greenhouse.insert_all([1, 2].map(|id| Bed { id, thirst: 0.5 }));
    let probe = |bed, moisture| Probe { bed, moisture };
    let dry = greenhouse.insert(probe(1, 0.1));
    greenhouse.insert_all([probe(1, 0.3), probe(2, 0.4)]);
    _ = greenhouse.run();
    let open = |greenhouse: &Greenhouse| greenhouse.facts().map(|Open(id)| *id).collect::<Vec<_>>();
    assert_eq!(open(&greenhouse), [2, 1]);
    assert_eq!(greenhouse.len::<Alarm>(), 1);

    greenhouse
        .update(dry, |probe| probe.moisture = 0.9)
        .unwrap();
    assert_eq!(open(&greenhouse), [2]);
    assert!(greenhouse.is_empty::<Alarm>());
}

#[test]
fn sessions_are_copied_and_sent() {
    let mut session = Greenhouse::new();
    let bed = session.insert(Bed { id: 1, thirst: 0.5 });
    let mut copy = session.clone();
    let there = std::thread::spawn(move || copy.retract(bed).is_ok());
    assert!(there.join().unwrap());
    assert!(session.contains(bed));
}

rules! {
    ruleset Lamps;

    fact Lamp { on: bool }

    rule light {
        when { lamp @ Lamp { on: false }; }
        then { modify lamp { lamp.on = true; } }
    }

    rule rest {
        when { not Lamp; }
        then { halt; }
    }
}

/// Tested alone, the crate has rulesets without explanations.
#[test]
#[should_panic(expected = "after 1 firings `rest` was to fire, but none is left to fire")]
fn what_fires_is_asserted_whether_it_can_be_explained_or_not() {
    let mut lamps = Lamps::new();
    lamps.insert(Lamp { on: false });
    assert_fires!(lamps, [LampsRule::Light, LampsRule::Rest]);
}
