//! `not` over the life of a session: what blocks a match, and what frees it.

use behaviour::Recorder;
use rules_runtime::rules;

rules! {
    ruleset Gate;
    fact Ticket(u32);
    fact Ban { who: u32, days: u32 }
    global admitted: Vec<u32>;
    rule admit { when { Ticket(who); not Ban { who }; } then { admitted.push(who); } }
}

fn ban(who: u32) -> Ban {
    Ban { who, days: 7 }
}

#[test]
fn an_insert_takes_a_blocked_match_off_the_agenda() {
    let mut session = Gate::new(vec![]);
    session.insert(Ticket(1));
    assert_eq!(session.agenda().count(), 1);
    session.insert(ban(1));
    assert_eq!(session.agenda().count(), 0);
    assert_eq!(session.run().count, 0);
}

#[test]
fn a_retract_frees_a_match() {
    let mut session = Gate::new(vec![]);
    let ban = session.insert(ban(1));
    session.insert(Ticket(1));
    assert_eq!(session.run().count, 0);
    session.retract(ban).unwrap();
    assert_eq!(session.run().count, 1);
}

#[test]
fn an_update_of_the_blocker_frees_one_match_and_blocks_another() {
    let mut session = Gate::new(vec![]);
    let ban = session.insert(ban(1));
    session.insert_all([Ticket(1), Ticket(2)]);
    assert_eq!(session.run().count, 1);
    session.update(ban, |ban| ban.who = 2).unwrap();
    assert_eq!(session.run().count, 1);
    assert_eq!(session.globals().admitted, [2, 1]);
    session.update(ban, |ban| ban.who = 1).unwrap();
    assert_eq!(session.run().count, 1);
    assert_eq!(session.globals().admitted, [2, 1, 2]);
}

#[test]
fn an_update_of_what_not_does_not_name_frees_nothing() {
    let mut session = Gate::new(vec![]);
    let ban = session.insert(ban(1));
    session.insert(Ticket(1));
    session.update(ban, |ban| ban.days = 0).unwrap();
    assert_eq!(session.run().count, 0);
}

#[test]
fn an_update_of_the_blocked_fact_takes_it_past_the_blocker() {
    let mut session = Gate::new(vec![]);
    session.insert(ban(1));
    let ticket = session.insert(Ticket(1));
    session.update(ticket, |ticket| ticket.0 = 2).unwrap();
    assert_eq!(session.run().count, 1);
    assert_eq!(session.globals().admitted, [2]);
}

#[test]
fn several_blockers_must_all_go() {
    let mut session = Gate::new(vec![]);
    let bans = session.insert_all([ban(1), ban(1), ban(1)]);
    session.insert(Ticket(1));
    session.retract(bans[1]).unwrap();
    assert_eq!(session.run().count, 0);
    session.update(bans[0], |ban| ban.who = 9).unwrap();
    assert_eq!(session.run().count, 0);
    session.retract(bans[2]).unwrap();
    assert_eq!(session.run().count, 1);
}

#[test]
fn two_matches_of_one_key_are_blocked_and_freed_together() {
    let mut session = Gate::new(vec![]);
    session.insert_all([Ticket(1), Ticket(1)]);
    assert_eq!(session.run().count, 2);
    let ban = session.insert(ban(1));
    assert_eq!(session.run().count, 0);
    session.retract(ban).unwrap();
    assert_eq!(session.run().count, 2);
    assert_eq!(session.globals().admitted, [1, 1, 1, 1]);
}

#[test]
fn one_blocker_in_the_place_of_another_frees_nothing() {
    let mut session = Gate::builder().listener(Recorder::default()).build(vec![]);
    let old = session.insert(ban(1));
    session.insert(Ticket(1));
    session.listener_mut().take();
    session
        .transaction(|tx| {
            tx.retract(old)?;
            tx.insert(ban(1));
            Ok::<_, rules_runtime::HandleError>(())
        })
        .unwrap();
    assert_eq!(
        session.listener_mut().take(),
        [
            "retracted Ban { who: 1, days: 7 }",
            "inserted Ban { who: 1, days: 7 }"
        ]
    );
    assert_eq!(session.run().count, 0);
}

#[test]
fn a_blocker_that_comes_and_goes_in_one_change_is_never_seen() {
    let mut session = Gate::new(vec![]);
    session.insert(Ticket(1));
    assert_eq!(session.run().count, 1);
    session
        .transaction(|tx| {
            let brief = tx.insert(ban(1));
            tx.retract(brief).map(drop)
        })
        .unwrap();
    assert_eq!(session.run().count, 0);
}

rules! {
    ruleset Heights;
    fact Tree { height: u32 }
    fact Roof { height: u32 }
    global free: Vec<u32>;
    rule free { when { Tree { height }; not Roof { height: > height }; } then { free.push(height); } }
}

#[test]
fn what_no_key_tells_apart_is_freed_when_the_last_that_stands_over_it_goes() {
    let mut session = Heights::new(vec![]);
    let trees = [3, 5, 3].map(|height| session.insert(Tree { height }));
    assert_eq!(session.run().count, 3);
    let [low, high] = [4, 6].map(|height| session.insert(Roof { height }));
    assert_eq!(session.run().count, 0);
    session.retract(high).unwrap();
    assert_eq!(session.run().count, 1, "the one of 5 alone");
    // A tree that comes, goes and comes under a roof.
    session.retract(trees[0]).unwrap();
    session.insert(Tree { height: 3 });
    session.update(low, |roof| roof.height = 5).unwrap();
    assert_eq!(session.run().count, 0);
    session.update(low, |roof| roof.height = 3).unwrap();
    assert_eq!(session.run().count, 2);
    assert_eq!(session.globals().free, [3, 5, 3, 5, 3, 3]);
    session.__verify();
}
