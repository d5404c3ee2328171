//! `either`: one match for each branch that holds, and what the branches bind.

use rules_runtime::rules;

#[test]
fn a_block_after_either_sees_what_each_branch_binds() {
    rules! {
        ruleset Ferries;
        fact Line { from: u32, to: u32 }
        fact Boat;
        fact Closed(u32);
        fact Night;
        global log: Vec<(u32, u32)>;
        rule sail {
            when {
                either { Line { from: here, to: there }; } or { Line { from: there, to: here }; }
                Boat;
                not { Closed(here); Night; }
            }
            then { log.push((here, there)); }
        }
    }
    let mut session = Ferries::new(vec![]);
    session.insert(Line { from: 1, to: 2 });
    session.insert(Boat);
    session.insert(Night);
    session.insert(Closed(1));
    assert_eq!(session.run().count, 1);
    assert_eq!(session.globals().log, [(2, 1)]);
}

#[test]
fn branches_over_one_type_may_be_followed_by_blocks() {
    rules! {
        #[allow(rules::duplicate_rule)]
        ruleset Small;
        fact A { x: u32 }
        fact B;
        rule r {
            when {
                either { A { x: _n }; } or { A { x: _n }; }
                B;
                exists { not A { x: 9 }; }
            }
            then {}
        }
    }
    let mut session = Small::new();
    session.insert(A { x: 1 });
    session.insert(B);
    assert_eq!(session.run().count, 2);
}

rules! {
    ruleset Library;
    fact Reader(u32);
    fact Staff(u32);
    fact Card { reader: u32 }
    global log: Vec<(u32, &'static str)>;
    rule lend {
        when {
            Reader(id);
            either { Staff(id); let reason = "staff"; } or { Card { reader: id }; let reason = "card"; }
        }
        then { log.push((id, reason)); }
    }
}

#[test]
fn both_branches_by_different_facts_fire_twice() {
    let mut session = Library::new(vec![]);
    session.insert(Reader(1));
    session.insert(Staff(1));
    assert_eq!(session.run().count, 1);
    session.insert(Card { reader: 1 });
    assert_eq!(session.run().count, 1);
    assert_eq!(session.globals().log, [(1, "staff"), (1, "card")]);
}

#[test]
fn two_facts_of_one_branch_fire_twice() {
    let mut session = Library::new(vec![]);
    session.insert(Reader(1));
    session.insert_all([Card { reader: 1 }, Card { reader: 1 }]);
    assert_eq!(session.run().count, 2);
}

#[test]
fn a_branch_that_no_longer_holds_ends_its_own_match_alone() {
    let mut session = Library::new(vec![]);
    session.insert(Reader(1));
    let staff = session.insert(Staff(1));
    session.insert(Card { reader: 1 });
    session.retract(staff).unwrap();
    assert_eq!(session.run().count, 1);
    assert_eq!(session.globals().log, [(1, "card")]);
}

#[test]
fn a_fact_in_both_branches_fires_twice_in_the_order_of_the_branches() {
    rules! {
        ruleset Small;
        fact Order { total: u32, express: bool }
        global log: Vec<&'static str>;
        rule check {
            when {
                either { Order { total: > 100 }; let why = "large"; } or { Order { express: true }; let why = "express"; }
            }
            then { log.push(why); }
        }
    }
    let mut session = Small::new(vec![]);
    session.insert(Order {
        total: 200,
        express: true,
    });
    assert_eq!(session.run().count, 2);
    assert_eq!(session.globals().log, ["large", "express"]);
}

#[test]
fn a_fact_that_changes_branches_is_a_new_match() {
    rules! {
        ruleset Small;
        fact Lamp { color: &'static str }
        rule shine { when { either { Lamp { color: "red" }; } or { Lamp { color: "green" }; } } then {} }
    }
    let mut session = Small::new();
    let lamp = session.insert(Lamp { color: "red" });
    assert_eq!(session.run().count, 1);
    session.update(lamp, |lamp| lamp.color = "green").unwrap();
    assert_eq!(session.run().count, 1);
    session.update(lamp, |lamp| lamp.color = "blue").unwrap();
    assert_eq!(session.run().count, 0);
}

#[test]
fn an_accumulate_after_either_computes_with_what_each_branch_binds() {
    rules! {
        #[allow(rules::cross_product)]
        ruleset Small;
        fact Own(i32);
        fact Lent(i32);
        fact Price(i32);
        global log: Vec<i32>;
        rule most_left {
            when {
                either { Own(money); } or { Lent(money); }
                left = max(money - price for Price(price) if price <= money);
            }
            then { log.push(left); }
        }
    }
    let mut session = Small::new(vec![]);
    session.insert_all([3, 5].map(Price));
    session.insert(Own(10));
    assert_eq!(session.run().count, 1);
    session.insert(Lent(4));
    assert_eq!(session.run().count, 1);
    assert_eq!(session.globals().log, [7, 1]);
}

#[test]
fn groups_come_in_one_order_for_all_branches_behind_them() {
    rules! {
        ruleset Shelves;
        fact Shelf;
        fact Book { row: u32 }
        fact Red(u32);
        fact Blue(u32);
        global log: Vec<(u32, &'static str)>;
        rule look {
            when {
                Shelf;
                for least in [1];
                books = count(Book { row } if row >= least) by (row);
                either { Red(row); let color = "red"; } or { Blue(row); let color = "blue"; }
            }
            then {
                assert_eq!(books, 1);
                log.push((row, color));
            }
        }
    }
    let mut session = Shelves::new(vec![]);
    session.insert_all([1, 2].map(|row| Book { row }));
    session.insert_all([1, 2].map(Red));
    session.insert_all([1, 2].map(Blue));
    session.insert(Shelf);
    session.run();
    let expected = [(2, "red"), (2, "blue"), (1, "red"), (1, "blue")];
    assert_eq!(session.globals().log, expected);
}

#[test]
fn elements_that_have_fired_by_one_branch_stand_by_another() {
    rules! {
        #[strategy(order)]
        ruleset Twice;
        fact Told(i32, i32);
        #[on_change(side)]
        rule tell {
            when { either { let side = 0; } or { let side = 1; } for k in 1..4; }
            then { insert Told(side, k); }
        }
    }
    let mut session = Twice::new();
    while session.step().count > 0 {
        session.__verify();
    }
    let told: Vec<_> = session
        .facts::<Told>()
        .map(|told| (told.0, told.1))
        .collect();
    assert_eq!(told, [(0, 1), (1, 1)]);
}

#[test]
fn a_for_goes_through_what_each_branch_says() {
    rules! {
        #[allow(rules::duplicate_rule, rules::cross_product)]
        ruleset Rides;
        fact Line { from: u32, to: u32 }
        fact Stop(u32);
        global log: Vec<(&'static str, u32)>;
        rule again {
            when {
                either { Line { from: here, to: _there }; } or { Line { from: _there, to: here }; }
                for x in 0..here;
            }
            then { log.push(("again", x)); }
        }
        rule kept {
            when {
                either { Line { from: here, to: _there }; } or { Line { from: _there, to: here }; }
                for x: u32 in 0..here;
            }
            then { log.push(("kept", x)); }
        }
        rule by_let {
            when {
                Stop(_);
                either { let n = 2; } or { let n = 3; }
                for x: u32 in 10..10 + n;
            }
            then { log.push(("by let", x)); }
        }
        rule inside {
            when {
                Stop(_);
                either { let n = 1; } or { let n = 4; }
                not { for x in 0..n; Stop(x); }
            }
            then { log.push(("inside", n)); }
        }
        rule counted {
            when {
                Stop(_);
                either { let n = 1; } or { let n = 4; }
                found = count({ for x: u32 in 0..n; if x != 7; });
            }
            then { log.push(("counted", found as u32)); }
        }
    }
    let told = |name: &str, log: &[(&'static str, u32)]| {
        let mut told: Vec<u32> = log
            .iter()
            .filter(|(of, _)| *of == name)
            .map(|&(_, x)| x)
            .collect();
        told.sort_unstable();
        told
    };
    let mut session = Rides::new(vec![]);
    session.insert(Line { from: 1, to: 3 });
    session.insert(Stop(3));
    session.__verify();
    session.run();
    session.__verify();
    let log = &session.globals().log;
    assert_eq!(told("again", log), [0, 0, 1, 2]);
    assert_eq!(told("kept", log), [0, 0, 1, 2]);
    assert_eq!(told("by let", log), [10, 10, 11, 11, 12]);
    assert_eq!(told("inside", log), [1]);
    assert_eq!(told("counted", log), [1, 4]);
}
