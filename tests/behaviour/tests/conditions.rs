//! Conditions that bind no fact of the match: `not`, `exists`, `forall`, `either`, `if`, `let`.

use rules_runtime::rules;

#[test]
fn not_holds_of_an_empty_session() {
    rules! {
        ruleset Small;
        fact A;
        rule r { when { not A; } then {} }
    }
    let mut session = Small::new();
    assert_eq!(session.run().count, 1);
}

#[test]
fn not_holds_while_no_fact_joins() {
    rules! {
        ruleset Small;
        fact Task { id: u32 }
        fact Done(u32);
        global log: Vec<u32>;
        rule open { when { Task { id }; not Done(id); } then { log.push(id); } }
    }
    let mut session = Small::new(vec![]);
    session.insert_all([1, 2, 3].map(|id| Task { id }));
    let done = session.insert(Done(2));
    assert_eq!(session.run().count, 2);
    session.retract(done).unwrap();
    assert_eq!(session.run().count, 1);
    assert_eq!(session.globals().log, [3, 1, 2]);
}

#[test]
fn not_before_a_pattern_is_a_condition_of_its_own() {
    rules! {
        ruleset Small;
        fact Stop;
        fact A;
        rule r { when { not Stop; A; } then {} }
    }
    let mut session = Small::new();
    session.insert(A);
    let stop = session.insert(Stop);
    assert_eq!(session.run().count, 0);
    session.retract(stop).unwrap();
    assert_eq!(session.run().count, 1);
}

#[test]
fn not_of_a_block_holds_while_nothing_matches_all_of_it() {
    rules! {
        ruleset Small;
        fact Person(&'static str);
        fact Owns { who: &'static str, what: u32 }
        fact Broken(u32);
        global log: Vec<&'static str>;
        rule content {
            when { Person(who); not { Owns { who, what }; Broken(what); } }
            then { log.push(who); }
        }
    }
    let mut session = Small::new(vec![]);
    session.insert_all([Person("Ann"), Person("Bob")]);
    session.insert_all([
        Owns {
            who: "Ann",
            what: 1,
        },
        Owns {
            who: "Bob",
            what: 2,
        },
    ]);
    let broken = session.insert(Broken(2));
    assert_eq!(session.run().count, 1);
    session.retract(broken).unwrap();
    assert_eq!(session.run().count, 1);
    assert_eq!(session.globals().log, ["Ann", "Bob"]);
}

#[test]
fn not_nests() {
    rules! {
        ruleset Small;
        fact Person(u8);
        fact Enemy { of: u8, who: u8 }
        fact Gone(u8);
        rule safe { when { Person(p); not { Enemy { of: p, who }; not Gone(who); } } then {} }
    }
    let mut session = Small::new();
    session.insert(Person(1));
    assert_eq!(session.run().count, 1, "safe while there is no enemy");
    session.insert_all([Enemy { of: 1, who: 7 }, Enemy { of: 1, who: 8 }]);
    session.insert(Person(2));
    assert_eq!(session.run().count, 1, "the other has no enemy");
}

#[test]
fn a_nested_not_follows_the_facts() {
    rules! {
        ruleset Small;
        fact Person(u8);
        fact Enemy { of: u8, who: u8 }
        fact Gone(u8);
        rule safe { when { Person(p); not { Enemy { of: p, who }; not Gone(who); } } then {} }
    }
    let mut session = Small::new();
    session.insert_all([Enemy { of: 1, who: 7 }, Enemy { of: 1, who: 8 }]);
    session.insert(Person(1));
    assert_eq!(session.run().count, 0);
    session.insert(Gone(7));
    assert_eq!(session.run().count, 0);
    let gone = session.insert(Gone(8));
    assert_eq!(session.run().count, 1);
    session.retract(gone).unwrap();
    session.insert(Gone(8));
    assert_eq!(session.run().count, 1);
}

#[test]
fn a_guard_inside_not_belongs_to_its_pattern() {
    rules! {
        ruleset Small;
        fact Bid(u32);
        global log: Vec<u32>;
        rule highest { when { Bid(x); not Bid(y) if y > x; } then { log.push(x); } }
    }
    let mut session = Small::new(vec![]);
    session.insert_all([3, 9, 4].map(Bid));
    assert_eq!(session.run().count, 1);
    assert_eq!(session.globals().log, [9]);
}

#[test]
fn exists_matches_once_however_many_there_are() {
    rules! {
        ruleset Small;
        fact A(u8);
        rule r { when { exists A; } then {} }
    }
    let mut session = Small::new();
    assert_eq!(session.run().count, 0);
    let first = session.insert(A(1));
    session.insert_all([A(2), A(3)]);
    assert_eq!(session.run().count, 1);
    session.retract(first).unwrap();
    assert_eq!(session.run().count, 0);
}

#[test]
fn exists_of_a_block_is_a_match_of_all_of_it() {
    rules! {
        ruleset Small;
        fact Team(u8);
        fact Member { team: u8, id: u32 }
        fact Online(u32);
        rule reachable {
            when { Team(t); exists { Member { team: t, id }; Online(id); } }
            then {}
        }
    }
    let mut session = Small::new();
    session.insert_all([Team(1), Team(2)]);
    session.insert_all([
        Member { team: 1, id: 10 },
        Member { team: 1, id: 11 },
        Member { team: 2, id: 20 },
    ]);
    session.insert_all([Online(10), Online(11)]);
    assert_eq!(session.run().count, 1);
}

#[test]
fn forall_holds_of_an_empty_session() {
    rules! {
        ruleset Small;
        fact Task { id: u32 }
        fact Done(u32);
        rule finished { when { forall Task { id } => Done(id); } then {} }
    }
    let mut session = Small::new();
    assert_eq!(session.run().count, 1);
}

#[test]
fn forall_holds_while_every_match_has_the_other() {
    rules! {
        ruleset Small;
        fact Start;
        fact Task { id: u32 }
        fact Done(u32);
        rule finished { when { Start; forall Task { id } => Done(id); } then {} }
    }
    let mut session = Small::new();
    session.insert_all([1, 2].map(|id| Task { id }));
    session.insert(Start);
    session.insert(Done(1));
    assert_eq!(session.run().count, 0);
    session.insert(Done(2));
    assert_eq!(session.run().count, 1);
    session.insert(Task { id: 3 });
    session.insert(Done(3));
    assert_eq!(session.run().count, 1);
}

#[test]
fn forall_takes_a_block_of_what_must_hold() {
    rules! {
        ruleset Small;
        fact Start;
        fact Task { id: u32 }
        fact Done(u32);
        fact Signed { id: u32, by: &'static str }
        rule finished {
            when { Start; forall Task { id } => { Done(id); Signed { id, by: "boss" }; } }
            then {}
        }
    }
    let mut session = Small::new();
    session.insert(Task { id: 1 });
    session.insert(Start);
    session.insert(Done(1));
    session.insert(Signed { id: 1, by: "clerk" });
    assert_eq!(session.run().count, 0);
    session.insert(Signed { id: 1, by: "boss" });
    assert_eq!(session.run().count, 1);
}

#[test]
fn either_makes_one_match_for_each_branch_that_holds() {
    rules! {
        ruleset Small;
        fact Cash(u32);
        fact Card(u32);
        global log: Vec<u32>;
        rule pay { when { either { Cash(n); } or { Card(n); } } then { log.push(n); } }
    }
    let mut session = Small::new(vec![]);
    session.insert_all([Card(1), Card(2)]);
    session.insert(Cash(3));
    assert_eq!(session.run().count, 3);
    assert_eq!(session.globals().log, [3, 2, 1]);
}

#[test]
fn branches_of_either_fire_in_their_own_order() {
    rules! {
        ruleset Small;
        fact A;
        global log: Vec<u8>;
        rule r {
            when { A; either { if true; let n = 1; } or { let n = 2; } or { let n = 3; } }
            then { log.push(n); }
        }
    }
    let mut session = Small::new(vec![]);
    session.insert(A);
    assert_eq!(session.run().count, 3);
    assert_eq!(session.globals().log, [1, 2, 3]);
}

#[test]
fn a_variable_bound_in_every_branch_joins_after_it() {
    rules! {
        ruleset Small;
        fact Cash(u32);
        fact Card { number: u32 }
        fact Wanted(u32);
        global log: Vec<u32>;
        rule r {
            when { either { Cash(n); } or { Card { number: n }; } Wanted(n); }
            then { log.push(n); }
        }
    }
    let mut session = Small::new(vec![]);
    session.insert_all([Cash(1), Cash(2)]);
    session.insert_all([Card { number: 2 }, Card { number: 3 }]);
    session.insert_all([Wanted(2), Wanted(3)]);
    assert_eq!(session.run().count, 3);
    assert_eq!(session.globals().log, [2, 3, 2]);
}

#[test]
fn variables_bound_before_either_are_seen_in_its_branches() {
    rules! {
        ruleset Small;
        fact Person(u32);
        fact Vip(u32);
        fact Ticket { person: u32 }
        global log: Vec<u32>;
        rule admit {
            when { Person(id); either { Vip(id); } or { Ticket { person: id }; not Vip(id); } }
            then { log.push(id); }
        }
    }
    let mut session = Small::new(vec![]);
    session.insert_all([1, 2, 3].map(Person));
    session.insert(Vip(1));
    session.insert_all([1, 3].map(|person| Ticket { person }));
    assert_eq!(session.run().count, 2);
    assert_eq!(session.globals().log, [3, 1]);
}

#[test]
fn if_tests_variables_of_several_facts() {
    rules! {
        ruleset Small;
        fact A(i32);
        fact B(i32);
        rule r { when { A(a); B(b); if a + b == 10; } then {} }
    }
    let mut session = Small::new();
    session.insert_all([1, 4].map(A));
    session.insert_all([6, 7, 9].map(B));
    assert_eq!(session.run().count, 2);
}

#[test]
fn if_let_tests_and_binds() {
    rules! {
        ruleset Small;
        fact Text(String);
        global log: Vec<i32>;
        rule number {
            when { Text(text); if let Ok(n) = text.parse::<i32>(); if n > 1; }
            then { log.push(n); }
        }
    }
    let mut session = Small::new(vec![]);
    session.insert_all(["1", "two", "3"].map(|text| Text(text.to_owned())));
    assert_eq!(session.run().count, 1);
    assert_eq!(session.globals().log, [3]);
}

#[test]
fn let_computes_a_variable_that_may_borrow() {
    rules! {
        ruleset Small;
        fact Name(String);
        fact Initial(char);
        global log: Vec<String>;
        rule r {
            when {
                Name(name);
                let trimmed = name.trim();
                let (first, length) = (trimmed.chars().next(), trimmed.len());
                if length > 2;
                Initial(initial) if Some(initial) == first;
            }
            then { log.push(format!("{trimmed}: {initial}, {length}")); }
        }
    }
    let mut session = Small::new(vec![]);
    session.insert_all([" Ann ", "Al", "Bob"].map(|name| Name(name.to_owned())));
    session.insert_all(['A', 'C'].map(Initial));
    assert_eq!(session.run().count, 1);
    assert_eq!(session.globals().log, ["Ann: A, 3"]);
}

#[test]
fn variables_local_to_several_conditions_may_have_one_name() {
    rules! {
        ruleset Small;
        fact A(u8);
        fact B(u8);
        rule r { when { not A(x) if x > 3; not B(x) if x > 4; exists A(x) if x > 1; } then {} }
    }
    let mut session = Small::new();
    session.insert(A(2));
    assert_eq!(session.run().count, 1);
}
