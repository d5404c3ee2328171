//! `exists`: one match while there is a witness, whichever and however many.

use rules_runtime::{HandleError, rules};

rules! {
    ruleset Watch;
    fact House(u32);
    fact Guard { house: u32, awake: bool }
    global log: Vec<u32>;
    rule guarded {
        when { House(house); exists Guard { house, awake: true }; }
        then { log.push(house); }
    }
}

fn guard(house: u32) -> Guard {
    Guard { house, awake: true }
}

#[test]
fn several_witnesses_activate_once() {
    let mut session = Watch::new(vec![]);
    session.insert(House(1));
    session.insert_all([guard(1), guard(1), guard(1)]);
    assert_eq!(session.run().count, 1);
}

#[test]
fn more_or_fewer_witnesses_activate_nothing_again() {
    let mut session = Watch::new(vec![]);
    session.insert(House(1));
    let first = session.insert(guard(1));
    assert_eq!(session.run().count, 1);
    let second = session.insert(guard(1));
    assert_eq!(session.run().count, 0);
    session.retract(first).unwrap();
    assert_eq!(session.run().count, 0);
    session.insert(guard(1));
    session.update(second, |guard| guard.awake = false).unwrap();
    assert_eq!(session.run().count, 0);
}

#[test]
fn none_and_then_one_again_activates_again() {
    let mut session = Watch::new(vec![]);
    session.insert(House(1));
    let guards = session.insert_all([guard(1), guard(1)]);
    assert_eq!(session.run().count, 1);
    session.retract(guards[0]).unwrap();
    session
        .update(guards[1], |guard| guard.awake = false)
        .unwrap();
    assert_eq!(session.run().count, 0);
    session
        .update(guards[1], |guard| guard.awake = true)
        .unwrap();
    assert_eq!(session.run().count, 1);
}

#[test]
fn the_last_witness_that_goes_takes_the_match_off_the_agenda() {
    let mut session = Watch::new(vec![]);
    session.insert(House(1));
    let guards = session.insert_all([guard(1), guard(1)]);
    session.retract(guards[0]).unwrap();
    assert_eq!(session.agenda().count(), 1);
    session.retract(guards[1]).unwrap();
    assert_eq!(session.agenda().count(), 0);
}

#[test]
fn a_witness_that_moves_ends_one_match_and_begins_another() {
    let mut session = Watch::new(vec![]);
    session.insert_all([House(1), House(2)]);
    let guard = session.insert(guard(1));
    assert_eq!(session.run().count, 1);
    session.update(guard, |guard| guard.house = 2).unwrap();
    assert_eq!(session.run().count, 1);
    session.update(guard, |guard| guard.house = 1).unwrap();
    assert_eq!(session.run().count, 1);
    assert_eq!(session.globals().log, [1, 2, 1]);
}

#[test]
fn one_witness_in_the_place_of_another_activates_nothing() {
    let mut session = Watch::new(vec![]);
    session.insert(House(1));
    let old = session.insert(guard(1));
    assert_eq!(session.run().count, 1);
    session
        .transaction(|tx| {
            tx.retract(old)?;
            tx.insert(guard(1));
            Ok::<_, HandleError>(())
        })
        .unwrap();
    assert_eq!(session.run().count, 0);
}

#[test]
fn exists_of_a_block_follows_each_of_its_patterns() {
    rules! {
        ruleset Small;
        fact Key { door: u32, owner: u32 }
        fact Home(u32);
        rule open { when { exists { Key { owner }; Home(owner); } } then {} }
    }
    let mut session = Small::new();
    session.insert_all([Key { door: 1, owner: 1 }, Key { door: 1, owner: 2 }]);
    assert_eq!(session.run().count, 0);
    let ann = session.insert(Home(1));
    assert_eq!(session.run().count, 1);
    session.insert(Home(2));
    session.retract(ann).unwrap();
    assert_eq!(session.run().count, 0);
    session.insert(Home(1));
    assert_eq!(session.run().count, 0);
}
