//! What a listener is told, and when.

use behaviour::Recorder;
use rules_runtime::{FactEvent, Listener, rules};

#[test]
fn events_of_a_change_come_after_it_facts_first_then_the_agenda() {
    rules! {
        ruleset Small;
        fact A(u8);
        fact B(u8);
        rule pair { when { A(x); B(x); } then { insert A(x + 1); } }
        rule single { when { A(_); } then {} }
    }
    let mut session = Small::builder().listener(Recorder::default()).build();
    session.insert(B(1));
    let a = session.insert(A(1));
    assert_eq!(
        session.listener_mut().take(),
        [
            "inserted B(1)",
            "inserted A(1)",
            "created pair",
            "created single"
        ]
    );
    assert_eq!(session.step().count, 1);
    assert_eq!(
        session.listener_mut().take(),
        [
            "firing pair",
            "fired pair",
            "inserted A(2)",
            "created single"
        ]
    );
    session.retract(a).unwrap();
    assert_eq!(
        session.listener_mut().take(),
        ["retracted A(1)", "cancelled single"]
    );
}

#[test]
fn an_update_tells_the_value_before_and_after() {
    rules! {
        ruleset Small;
        fact A(u8);
        rule r { when { A(0); } then {} }
    }
    let mut session = Small::builder().listener(Recorder::default()).build();
    let a = session.insert(A(1));
    session.listener_mut().take();
    session.update(a, |a| a.0 = 2).unwrap();
    assert_eq!(session.listener_mut().take(), ["updated A(1) to A(2)"]);
}

#[test]
fn a_fact_without_debug_is_told_as_an_ellipsis() {
    struct Opaque;
    rules! {
        ruleset Small;
        rule r { when { Opaque; } then {} }
    }
    let mut session = Small::builder().listener(Recorder::default()).build();
    session.insert(Opaque);
    assert_eq!(session.listener_mut().take(), ["inserted …", "created r"]);
}

#[test]
fn a_session_may_borrow_its_listener() {
    rules! {
        ruleset Small;
        fact A;
        rule r { when { A; } then {} }
    }
    let mut recorder = Recorder::default();
    {
        let mut session = Small::builder().listener(&mut recorder).build();
        session.insert(A);
    }
    assert_eq!(recorder.take(), ["inserted A", "created r"]);
}

#[test]
fn a_listener_that_writes_one_method_hears_of_that_alone() {
    #[derive(Default)]
    struct Names(Vec<(&'static str, String)>);
    impl Listener for Names {
        fn fact_inserted(&mut self, fact: FactEvent<'_>) {
            self.0.push((fact.fact_type, fact.to_string()));
        }
    }
    rules! {
        ruleset Small;
        fact A(u8);
        rule r { when { A(x) if x < 2; } then { insert A(2); } }
    }
    let mut session = Small::builder().listener(Names::default()).build();
    let a = session.insert(A(1));
    assert_eq!(session.run().count, 1);
    let names = &session.listener().0;
    assert_eq!(names.len(), 2);
    assert_eq!(names[0], ("A", format!("{:?} A(1)", a.id())));
}

#[test]
fn a_condition_that_compares_equal_again_creates_nothing() {
    rules! {
        ruleset Small;
        fact A(u8);
        rule r { when { n = count(A(1)); if n < 5; } then {} }
    }
    let mut session = Small::builder().listener(Recorder::default()).build();
    session.listener_mut().take();
    session.insert(A(2));
    assert_eq!(session.listener_mut().take(), ["inserted A(2)"]);
}

#[test]
fn what_a_transaction_makes_and_unmakes_is_not_told() {
    rules! {
        ruleset Small;
        fact A(u8);
        rule r { when { A(_); } then {} }
        rule n { when { not A(_); } then {} }
    }
    let mut session = Small::builder().listener(Recorder::default()).build();
    assert_eq!(session.run().count, 1);
    session.listener_mut().take();
    session
        .transaction(|tx| {
            let a = tx.insert(A(1));
            tx.retract(a).unwrap();
            Ok::<_, ()>(())
        })
        .unwrap();
    assert_eq!(session.listener_mut().take(), Vec::<String>::new());
}
