//! Founded support through `exists`: a fact is no witness of what holds it up.

use rules_runtime::rules;

rules! {
    #[allow(rules::self_reactivation)]
    ruleset Heat;

    fact Fire { room: u32 }
    #[unique]
    fact Warm { room: u32 }
    fact Door { from: u32, to: u32 }

    rule fire {
        when { Fire { room }; }
        then { insert logical Warm { room }; }
    }

    /// A room is warm by a door to a warm one.
    rule door {
        when {
            Door { to: room };
            exists { Door { from, to: room }; Warm { room: from }; }
        }
        then { insert logical Warm { room }; }
    }
}

fn warm(heat: &Heat) -> Vec<u32> {
    let mut rooms: Vec<u32> = heat.facts::<Warm>().map(|warm| warm.room).collect();
    rooms.sort_unstable();
    rooms
}

#[test]
fn rooms_that_warm_only_one_another_are_cold() {
    let mut heat = Heat::new();
    for (from, to) in [(1, 2), (2, 3), (3, 1), (3, 4)] {
        heat.insert(Door { from, to });
    }
    let fire = heat.insert(Fire { room: 1 });
    heat.run();
    assert_eq!(warm(&heat), [1, 2, 3, 4]);
    let other = heat.insert(Fire { room: 3 });
    heat.run();
    heat.retract(fire).unwrap();
    assert_eq!(warm(&heat), [1, 2, 3, 4]);
    heat.retract(other).unwrap();
    assert_eq!(warm(&heat), []);
}

#[test]
fn a_witness_that_comes_when_others_go_keeps_a_room_warm() {
    let mut heat = Heat::new();
    for (from, to) in [(1, 2), (2, 3), (3, 2)] {
        heat.insert(Door { from, to });
    }
    heat.insert_all([1, 2, 4].map(|room| Fire { room }));
    heat.run();
    let first = heat.handles::<Door>().next().unwrap();
    let fire = heat.handles::<Fire>().nth(1).unwrap();
    let moved = heat.transaction(|tx| {
        tx.retract(fire)?;
        tx.update(first, |door| door.from = 4)
    });
    moved.unwrap();
    assert_eq!(warm(&heat), [1, 2, 3, 4]);
    let last = heat.handles::<Fire>().nth(1).unwrap();
    heat.retract(last).unwrap();
    assert_eq!(warm(&heat), [1]);
}

#[test]
fn what_ends_in_the_same_change_holds_up_nothing() {
    rules! {
        #[allow(rules::self_reactivation)]
        ruleset Stoves;
        fact Fire { room: u32 }
        fact Stove { room: u32 }
        #[unique]
        fact Warm { room: u32 }
        rule fire { when { Fire { room }; } then { insert logical Warm { room }; } }
        rule stove {
            when { Stove { room }; exists Warm { room }; }
            then { insert logical Warm { room }; }
        }
    }
    let mut session = Stoves::new();
    session.insert_all([1, 2].map(|room| Fire { room }));
    session.insert_all([1, 2].map(|room| Stove { room }));
    session.run();
    let fire = session.handles::<Fire>().next().unwrap();
    let stove = session.handles::<Stove>().next().unwrap();
    let gone = session.transaction(|tx| {
        tx.retract(stove)?;
        tx.retract(fire)
    });
    gone.unwrap();
    let warm: Vec<u32> = session.facts::<Warm>().map(|warm| warm.room).collect();
    assert_eq!(warm, [2]);
}

#[test]
fn a_fact_does_not_stand_by_itself() {
    rules! {
        #[allow(rules::self_reactivation)]
        ruleset Self_;
        fact Seed;
        fact On;
        rule seed { when { exists Seed; } then { insert logical On; } }
        rule on { when { exists On; } then { insert logical On; } }
    }
    let mut session = Self_::new();
    let stated = session.insert(On);
    let seed = session.insert(Seed);
    session.run();
    session.retract(seed).unwrap();
    assert_eq!(session.len::<On>(), 2);
    session.retract(stated).unwrap();
    assert_eq!(session.len::<On>(), 0);
}
