//! What a rule reads: a change of anything else leaves its matches as they are.

use behaviour::Recorder;
use rules_runtime::rules;

#[test]
fn a_change_of_a_value_that_is_read_makes_a_new_match() {
    rules! {
        ruleset Small;
        fact A { read: u8, other: u8 }
        rule r { when { A { read: > 0 }; } then {} }
    }
    let mut session = Small::new();
    let a = session.insert(A { read: 1, other: 1 });
    assert_eq!(session.run().count, 1);
    session.update(a, |a| a.read = 2).unwrap();
    assert_eq!(session.run().count, 1);
}

#[test]
fn a_change_of_a_field_that_no_rule_reads_keeps_the_match() {
    rules! {
        ruleset Small;
        fact A { read: u8, other: u8 }
        global log: Vec<u8>;
        rule r { when { a @ A { read: > 0 }; } then { log.push(a.other); } }
    }
    let mut session = Small::builder().listener(Recorder::default()).build(vec![]);
    let a = session.insert(A { read: 1, other: 1 });
    assert_eq!(session.run().count, 1);
    session.update(a, |a| a.other = 2).unwrap();
    assert_eq!(session.run().count, 0);
}

#[test]
fn a_pending_match_that_does_not_read_what_changed_sees_the_new_value_when_it_fires() {
    rules! {
        ruleset Small;
        fact A { read: u8, other: u8 }
        global log: Vec<u8>;
        rule r { when { a @ A { read: > 0 }; } then { log.push(a.other); } }
    }
    let mut session = Small::builder().listener(Recorder::default()).build(vec![]);
    let a = session.insert(A { read: 1, other: 1 });
    session.listener_mut().take();
    session.update(a, |a| a.other = 2).unwrap();
    assert_eq!(
        session.listener_mut().take(),
        ["updated A { read: 1, other: 1 } to A { read: 1, other: 2 }"]
    );
    assert_eq!(session.run().count, 1);
    assert_eq!(session.globals().log, [2]);
}

#[test]
fn a_rule_reads_only_what_its_own_conditions_name() {
    rules! {
        ruleset Small;
        fact A { left: u8, right: u8 }
        global log: Vec<&'static str>;
        rule left { when { A { left }; if left > 0; } then { log.push("left"); } }
        rule right { when { A { right: > 0 }; } then { log.push("right"); } }
    }
    let mut session = Small::new(vec![]);
    let a = session.insert(A { left: 1, right: 1 });
    assert_eq!(session.run().count, 2);
    session.update(a, |a| a.right = 2).unwrap();
    assert_eq!(session.run().count, 1);
    assert_eq!(session.globals().log, ["left", "right", "right"]);
}

#[test]
fn a_fact_on_which_a_method_is_called_is_read_whole() {
    #[derive(Debug, Clone, PartialEq)]
    struct Counter {
        value: u8,
        note: u8,
    }
    impl Counter {
        fn is_high(&self) -> bool {
            self.value > 5
        }
    }
    rules! {
        ruleset Small;
        rule r { when { c @ Counter if c.is_high(); } then {} }
    }
    let mut session = Small::new();
    let counter = session.insert(Counter { value: 6, note: 0 });
    assert_eq!(session.run().count, 1);
    session.update(counter, |c| c.note = 1).unwrap();
    assert_eq!(session.run().count, 1);
}

#[test]
fn an_update_to_equal_values_changes_nothing() {
    rules! {
        ruleset Small;
        fact A { name: String }
        rule r { when { A { name }; if !name.is_empty(); } then {} }
    }
    let mut session = Small::new();
    let a = session.insert(A {
        name: "x".to_owned(),
    });
    assert_eq!(session.run().count, 1);
    session.update(a, |a| a.name = "x".to_owned()).unwrap();
    assert_eq!(session.run().count, 0);
}

#[test]
fn a_write_to_a_field_without_equality_counts_as_a_change() {
    #[derive(Debug, Clone)]
    struct Opaque(u8);
    rules! {
        ruleset Small;
        #[derive(Clone)]
        fact A { opaque: Opaque }
        rule r { when { A { opaque }; if opaque.0 == 1; } then {} }
    }
    let mut session = Small::new();
    let a = session.insert(A { opaque: Opaque(1) });
    assert_eq!(session.run().count, 1);
    session.update(a, |a| a.opaque = Opaque(1)).unwrap();
    assert_eq!(session.run().count, 1);
}

#[test]
fn a_value_computed_from_a_read_field_that_comes_out_equal_still_makes_a_new_match() {
    rules! {
        ruleset Small;
        fact A { value: i32 }
        rule positive { when { A { value }; if value > 0; } then {} }
    }
    let mut session = Small::new();
    let a = session.insert(A { value: 1 });
    assert_eq!(session.run().count, 1);
    session.update(a, |a| a.value = 5).unwrap();
    assert_eq!(session.run().count, 1);
}

#[test]
fn fields_read_inside_not_make_no_new_match_while_it_holds() {
    rules! {
        ruleset Small;
        fact Door { id: u8 }
        fact Lock { door: u8, turns: u8 }
        rule open { when { Door { id }; not Lock { door: id, turns: > 3 }; } then {} }
    }
    let mut session = Small::new();
    session.insert(Door { id: 1 });
    let lock = session.insert(Lock { door: 1, turns: 1 });
    assert_eq!(session.run().count, 1);
    session.update(lock, |lock| lock.turns = 2).unwrap();
    assert_eq!(session.run().count, 0);
    session.update(lock, |lock| lock.turns = 4).unwrap();
    session.update(lock, |lock| lock.turns = 3).unwrap();
    assert_eq!(session.run().count, 1);
}

#[test]
fn floats_are_compared_as_rust_compares_them() {
    rules! {
        ruleset Small;
        fact A { x: f64 }
        rule r { when { A { x }; if x < 5.0; } then {} }
        rule nan { when { A { x } if x.is_nan(); } then {} }
    }
    let mut session = Small::new();
    let a = session.insert(A { x: 0.0 });
    assert_eq!(session.run().count, 1);
    session.update(a, |a| a.x = -0.0).unwrap();
    assert_eq!(session.run().count, 0);
    session.update(a, |a| a.x = f64::NAN).unwrap();
    assert_eq!(session.run().count, 1);
    session.update(a, |a| a.x = f64::NAN).unwrap();
    assert_eq!(session.run().count, 1);
}

#[test]
fn a_field_not_written_is_the_same_whatever_equality_says() {
    rules! {
        #[allow(rules::cross_product)]
        ruleset Small;
        fact A { x: f64, go: bool }
        fact Kick;
        rule watch { when { A { x }; if x.is_nan(); } then {} }
        rule kick { when { k @ Kick; a @ A { go: false }; } then { retract k; modify a { a.go = true; } } }
    }
    let mut session = Small::new();
    session.insert(A {
        x: f64::NAN,
        go: false,
    });
    assert_eq!(session.run().count, 1);
    session.insert(Kick);
    assert_eq!(session.run().count, 1);
}

/// Facts whose fields are those of something in them, too.
mod lent_fields {
    use std::ops::{Deref, DerefMut};

    use rules_runtime::rules;

    #[derive(Debug, Clone, PartialEq)]
    struct Body {
        x: i32,
    }

    #[derive(Clone)]
    struct Robot(Body);

    #[derive(Clone)]
    struct Probe {
        heat: f64,
        steps: u32,
    }

    rules! {
        ruleset Moves;

        fact Go;
        fact Crane(Body);
        global log: Vec<(&'static str, i32)>;

        rule robot_is_far {
            when { Robot(body) if body.x > 3; }
            then { log.push(("robot", body.x)); }
        }
        rule crane_is_far {
            when { Crane(body) if body.x > 3; }
            then { log.push(("crane", body.x)); }
        }
        rule go {
            when { go @ Go; robot @ Robot; crane @ Crane; }
            then {
                retract go;
                modify robot { robot.x += 5; }
                modify crane { crane.x += 6; }
            }
        }
        rule steps {
            when { probe @ Probe { heat } if heat.is_nan(); }
            then { modify probe { probe.steps += 1; } }
        }
    }

    macro_rules! lends_its_body {
        ($($name:ident),*) => {
            $(
                impl Deref for $name {
                    type Target = Body;

                    fn deref(&self) -> &Body {
                        &self.0
                    }
                }

                impl DerefMut for $name {
                    fn deref_mut(&mut self) -> &mut Body {
                        &mut self.0
                    }
                }
            )*
        };
    }

    lends_its_body!(Robot, Crane);

    #[test]
    fn what_is_written_through_deref_mut_may_be_any_field() {
        let mut moves = Moves::new(vec![]);
        moves.insert(Robot(Body { x: 0 }));
        moves.insert(Crane(Body { x: 0 }));
        moves.insert(Go);
        assert_eq!(moves.run().count, 3);
        let mut log = moves.globals().log.clone();
        log.sort_unstable();
        assert_eq!(log, [("crane", 6), ("robot", 5)]);
    }

    #[test]
    fn a_field_that_no_rule_reads_is_no_other_field() {
        let mut moves = Moves::new(vec![]);
        let probe = moves.insert(Probe {
            heat: f64::NAN,
            steps: 0,
        });
        assert_eq!(moves.run_limit(10).count, 1);
        assert_eq!(moves.get(probe).unwrap().steps, 1);
    }
}
