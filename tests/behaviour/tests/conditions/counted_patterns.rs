//! `not`, `exists` and `unique` over one pattern beside patterns: a match begins and ends when what holds of them
//! changes, and only then.

use rules_runtime::{HandleError, rules};

rules! {
    ruleset Desk;

    #[derive(Clone, Debug, PartialEq)]
    fact Task { id: u32, owner: u32, weight: u32 }
    #[derive(Clone, Debug, PartialEq)]
    fact Block { task: u32, from: u32 }
    #[derive(Clone, Debug, PartialEq)]
    fact Person { id: u32, away: bool, seen: u32 }
    #[derive(Clone, Debug, PartialEq)]
    fact Sign { owner: u32, task: u32 }
    global log: Vec<(&'static str, u32, u32)>;

    rule free {
        when { Task { id }; not Block { task: id }; }
        then { log.push(("free", id, 0)); }
    }

    rule blocked {
        when { Task { id, weight }; exists Block { task: id, from: < weight }; }
        then { log.push(("blocked", id, weight)); }
    }

    rule blocked_once {
        when { Task { id }; unique Block { task: id }; }
        then { log.push(("once", id, 0)); }
    }

    rule start {
        when {
            Task { id, owner };
            not Block { task: id };
            Person { id: owner, away: false };
            exists Sign { owner, task: id };
        }
        then { log.push(("start", id, owner)); }
    }
}

fn task(id: u32) -> Task {
    Task {
        id,
        owner: 7,
        weight: 5,
    }
}

fn block(task: u32, from: u32) -> Block {
    Block { task, from }
}

fn person(away: bool) -> Person {
    Person {
        id: 7,
        away,
        seen: 0,
    }
}

/// What fired, by the names of rules.
fn fired(desk: &mut Desk) -> Vec<&'static str> {
    desk.__verify();
    desk.run();
    desk.__verify();
    let mut names: Vec<_> = desk
        .globals_mut()
        .log
        .drain(..)
        .map(|(name, ..)| name)
        .collect();
    names.sort_unstable();
    names
}

#[test]
fn a_match_begins_when_the_last_blocker_goes() {
    let mut desk = Desk::new(vec![]);
    desk.insert(task(1));
    assert_eq!(fired(&mut desk), ["free"]);
    let first = desk.insert(block(1, 9));
    assert_eq!(fired(&mut desk), ["once"]);
    let second = desk.insert(block(1, 9));
    assert_eq!(fired(&mut desk), Vec::<&str>::new());
    desk.retract(first).unwrap();
    assert_eq!(fired(&mut desk), ["once"]);
    desk.retract(second).unwrap();
    assert_eq!(fired(&mut desk), ["free"]);
}

#[test]
fn a_waiting_match_ends_when_a_blocker_comes() {
    let mut desk = Desk::new(vec![]);
    desk.insert(task(1));
    desk.insert(task(2));
    desk.insert(block(1, 9));
    desk.__verify();
    let waiting = desk.agenda().map(|activation| activation.rule());
    assert_eq!(
        waiting.collect::<Vec<_>>(),
        [DeskRule::BlockedOnce, DeskRule::Free]
    );
}

#[test]
fn what_changes_nothing_of_the_count_begins_nothing() {
    let mut desk = Desk::new(vec![]);
    desk.insert(task(1));
    let first = desk.insert(block(1, 1));
    assert_eq!(fired(&mut desk), ["blocked", "once"]);
    // One for another, in one change.
    desk.transaction(|tx| {
        tx.retract(first)?;
        tx.insert(block(1, 2));
        Ok::<_, HandleError>(())
    })
    .unwrap();
    assert_eq!(fired(&mut desk), Vec::<&str>::new());
}

#[test]
fn a_counted_fact_that_goes_from_one_to_another_turns_both() {
    let mut desk = Desk::new(vec![]);
    desk.insert(task(1));
    desk.insert(task(2));
    let moving = desk.insert(block(1, 9));
    assert_eq!(fired(&mut desk), ["free", "once"]);
    desk.update(moving, |block| block.task = 2).unwrap();
    assert_eq!(fired(&mut desk), ["free", "once"]);
    desk.update(moving, |block| block.from = 1).unwrap();
    assert_eq!(
        fired(&mut desk),
        ["blocked"],
        "and only what reads the field"
    );
}

#[test]
fn an_outer_fact_that_changes_with_what_is_counted_is_asked_once() {
    let mut desk = Desk::new(vec![]);
    let first = desk.insert(task(1));
    let blocker = desk.insert(block(1, 9));
    assert_eq!(fired(&mut desk), ["once"]);
    desk.transaction(|tx| {
        tx.update(first, |task| task.id = 2)?;
        tx.update(blocker, |block| block.task = 2)?;
        Ok::<_, HandleError>(())
    })
    .unwrap();
    assert_eq!(
        fired(&mut desk),
        ["once"],
        "of the task with its new number"
    );
    desk.transaction(|tx| {
        tx.update(first, |task| task.id = 3)?;
        tx.retract(blocker)?;
        Ok::<_, HandleError>(())
    })
    .unwrap();
    assert_eq!(fired(&mut desk), ["free"]);
}

#[test]
fn several_conditions_that_turn_at_once_begin_one_match() {
    let mut desk = Desk::new(vec![]);
    desk.insert(task(1));
    let blocker = desk.insert(block(1, 9));
    desk.insert(person(false));
    assert_eq!(fired(&mut desk), ["once"]);
    desk.transaction(|tx| {
        tx.retract(blocker)?;
        tx.insert(Sign { owner: 7, task: 1 });
        Ok::<_, HandleError>(())
    })
    .unwrap();
    assert_eq!(fired(&mut desk), ["free", "start"]);
}

#[test]
fn a_condition_that_ceases_while_another_begins_lets_nothing_through() {
    let mut desk = Desk::new(vec![]);
    desk.insert(task(1));
    desk.insert(person(false));
    let sign = desk.insert(Sign { owner: 7, task: 1 });
    let blocker = desk.insert(block(1, 9));
    assert_eq!(fired(&mut desk), ["once"]);
    desk.transaction(|tx| {
        tx.retract(blocker)?;
        tx.retract(sign)?;
        Ok::<_, HandleError>(())
    })
    .unwrap();
    assert_eq!(fired(&mut desk), ["free"]);
}

#[test]
fn a_field_that_no_rule_reads_begins_nothing() {
    let mut desk = Desk::new(vec![]);
    desk.insert(task(1));
    let owner = desk.insert(person(false));
    desk.insert(Sign { owner: 7, task: 1 });
    assert_eq!(fired(&mut desk), ["free", "start"]);
    desk.update(owner, |person| person.seen += 1).unwrap();
    assert_eq!(fired(&mut desk), ["free"; 0]);
    desk.update(owner, |person| person.away = true).unwrap();
    assert_eq!(fired(&mut desk), ["free"; 0]);
    desk.update(owner, |person| person.away = false).unwrap();
    assert_eq!(fired(&mut desk), ["start"]);
}

rules! {
    ruleset Seats;

    fact Guest { seat: u32 }
    fact Taken { seat: u32 }

    rule seated {
        when { Guest { seat }; not Taken { seat }; }
        then {}
    }
}

#[test]
fn a_fact_that_comes_as_another_leaves_is_looked_up_once() {
    let mut seats = Seats::new();
    let taken = seats.insert(Taken { seat: 1 });
    let guest = seats.transaction(|seats| {
        seats.retract(taken)?;
        Ok::<_, HandleError>(seats.insert(Guest { seat: 1 }))
    });
    seats.__verify();
    assert_eq!(seats.agenda().count(), 1);
    seats.retract(guest.unwrap()).unwrap();
    seats.__verify();
    assert_eq!(seats.agenda().count(), 0);
}

/// Code in a counted pattern, which a test of others guards.
mod guarded_count {
    use rules_runtime::rules;
    rules! {
        ruleset Bays;
        fact Bay { id: u32, x: u32 }
        fact Limit { id: u32, max: u32 }
        fact Load { id: u32, q: u32 }
        global free: Vec<u32>;
        rule free {
            when {
                Bay { id, x };
                Limit { id, max } if x > max;
                not Load { id, q: > 100 / x };
            }
            then { free.push(id); }
        }
    }
    #[test]
    fn what_counts_is_not_asked_of_facts_that_tests_keep_from_it() {
        let mut bays = Bays::new(vec![]);
        bays.insert(Bay { id: 1, x: 0 });
        bays.insert(Limit { id: 1, max: 0 });
        bays.insert(Load { id: 1, q: 5 });
        let load = bays.insert(Load { id: 1, q: 6 });
        bays.retract(load).unwrap();
        bays.insert(Bay { id: 1, x: 50 });
        assert_eq!(bays.run().count, 0);
    }
}
