//! `not`, `exists` and `forall`: conditions that ask whether there is a match, and bind none.

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
fn either_stands_inside_not() {
    rules! {
        ruleset Small;
        fact A(u8); fact B(u8); fact C { of: u8 }
        global log: Vec<u8>;
        rule r {
            when {
                A(x);
                not { either { B(x); } or { C { of: x }; } }
            }
            then { log.push(x); }
        }
    }
    let mut session = Small::new(vec![]);
    session.insert_all([A(1), A(2), A(3)]);
    session.insert(B(1));
    session.insert(C { of: 2 });
    assert_eq!(session.run().count, 1);
    assert_eq!(session.globals().log, [3]);
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
