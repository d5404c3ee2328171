//! Facts changed from outside into ones that match nothing, and then retracted: nothing is left of them.

use rules_runtime::rules;

rules! {
    ruleset Haunted;
    fact Door { state: u32, room: u32 }
    fact Room(u32);
    fact Open(u32);
    rule open { when { Door { state: 1, room }; Room(room); } then { insert logical Open(room); } }
    rule closed { when { Room(room); not Door { state: 1, room }; } then {} }
    rule all { when { _n = count(Door { state: 1 }); } then {} }
    rule list { when { _doors = collect(d @ Door { state: 1, room }) by (room); } then {} }
}

#[test]
fn a_fact_mutated_into_one_that_matches_nothing_and_retracted_leaves_nothing() {
    let mut session = Haunted::new();
    session.insert(Room(1));
    let door = session.insert(Door { state: 1, room: 1 });
    // `open`, `all` and `list`.
    assert_eq!(session.run().count, 3);
    assert_eq!(session.len::<Open>(), 1);
    session.update(door, |door| door.state = 7).unwrap();
    assert_eq!(session.len::<Open>(), 0);
    // `closed`, and `all` with none.
    assert_eq!(session.run().count, 2);
    session.update(door, |door| door.room = 9).unwrap();
    session.retract(door).unwrap();
    assert_eq!(session.run().count, 0);
    assert_eq!(session.agenda().count(), 0);
}

#[test]
fn another_fact_in_its_slot_is_matched_as_what_it_is() {
    let mut session = Haunted::new();
    session.insert_all([Room(1), Room(2)]);
    let door = session.insert(Door { state: 1, room: 1 });
    session.run();
    session.update(door, |door| door.state = 7).unwrap();
    session.retract(door).unwrap();
    let other = session.insert(Door { state: 1, room: 2 });
    assert!(!session.contains(door));
    session.run();
    let open: Vec<u32> = session.facts::<Open>().map(|open| open.0).collect();
    assert_eq!(open, [2]);
    session.retract(other).unwrap();
    assert_eq!(session.len::<Open>(), 0);
}

#[test]
fn a_fact_mutated_several_times_before_the_firing_matches_as_it_is_last() {
    let mut session = Haunted::new();
    session.insert_all([Room(1), Room(2), Room(3)]);
    let door = session.insert(Door { state: 1, room: 1 });
    for room in [2, 9, 3, 2] {
        session.update(door, |door| door.room = room).unwrap();
    }
    session.run();
    let open: Vec<u32> = session.facts::<Open>().map(|open| open.0).collect();
    assert_eq!(open, [2]);
}
