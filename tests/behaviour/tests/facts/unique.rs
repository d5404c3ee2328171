//! `#[unique]` facts: equal ones are one.

use std::panic::{AssertUnwindSafe, catch_unwind};

use behaviour::Recorder;
use rules_runtime::rules;

rules! {
    ruleset Small;
    #[unique]
    fact Edge(u32, u32);
    fact Turn;
    rule reverse { when { Turn; e @ Edge(a, b) if a < b; } then { modify e { (e.0, e.1) = (b, a); } } }
    rule path { when { Edge(a, b); Edge(b, c); } then { insert Edge(a, c); } }
}

#[test]
fn inserting_an_equal_fact_returns_the_handle_of_the_one_that_is_there() {
    let mut session = Small::builder().listener(Recorder::default()).build();
    let first = session.insert(Edge(1, 2));
    session.listener_mut().take();
    assert_eq!(session.insert(Edge(1, 2)), first);
    assert_eq!(session.len::<Edge>(), 1);
    assert!(session.listener_mut().take().is_empty());
    assert_ne!(session.insert(Edge(2, 1)), first);
}

#[test]
fn equal_facts_of_one_change_are_one() {
    let mut session = Small::new();
    let handles = session.insert_all([Edge(1, 2), Edge(1, 2), Edge(3, 4)]);
    assert_eq!(handles[0], handles[1]);
    assert_eq!(session.len::<Edge>(), 2);
}

#[test]
fn rules_that_insert_unique_facts_come_to_rest() {
    let mut session = Small::new();
    session.insert_all([Edge(1, 2), Edge(2, 3), Edge(3, 4), Edge(4, 1)]);
    assert!(session.run().count >= 16);
    assert_eq!(session.len::<Edge>(), 16);
}

#[test]
fn an_update_that_makes_a_fact_equal_to_another_retracts_the_other() {
    let mut session = Small::new();
    let first = session.insert(Edge(1, 2));
    let second = session.insert(Edge(5, 6));
    session.update(first, |edge| *edge = Edge(5, 6)).unwrap();
    assert!(session.contains(first));
    assert!(!session.contains(second));
    assert_eq!(session.len::<Edge>(), 1);
    assert_eq!(session.insert(Edge(5, 6)), first);
    assert_ne!(session.insert(Edge(1, 2)), first);
}

#[test]
fn a_modify_that_makes_a_fact_equal_to_another_retracts_the_other() {
    let mut session = Small::new();
    let up = session.insert(Edge(1, 2));
    let down = session.insert(Edge(2, 1));
    session.insert(Turn);
    assert_eq!(session.step().count, 1);
    assert_eq!(session.get(up), Some(&Edge(2, 1)));
    assert!(!session.contains(down));
}

#[test]
fn an_equal_fact_inserted_after_a_retract_has_a_new_handle() {
    let mut session = Small::new();
    let first = session.insert(Edge(1, 2));
    session.retract(first).unwrap();
    let second = session.insert(Edge(1, 2));
    assert_ne!(first, second);
    assert_eq!(session.len::<Edge>(), 1);
}

#[test]
fn a_transaction_that_panics_leaves_every_identity_as_it_was() {
    let mut session = Small::new();
    let edge = session.insert(Edge(1, 2));
    let panic = catch_unwind(AssertUnwindSafe(|| {
        session.transaction::<(), ()>(|tx| {
            tx.insert(Edge(7, 8));
            tx.update(edge, |edge| edge.0 = 5).unwrap();
            panic!("no")
        })
    }));
    assert!(panic.is_err());
    assert_eq!(session.facts::<Edge>().collect::<Vec<_>>(), [&Edge(1, 2)]);
    assert_eq!(session.insert(Edge(1, 2)), edge);
    assert_ne!(session.insert(Edge(5, 2)), edge);
    assert_eq!(session.len::<Edge>(), 2);
}

/// A field that is not there in this build.
mod ways {
    use rules_runtime::rules;

    rules! {
        ruleset Ways;
        #[unique]
        fact Way {
            from: u32,
            to: u32,
            #[cfg(any())]
            hops: u32,
        }
        rule on {
            when { Way { from, to }; Way { from: to, to: end }; }
            then { insert Way { from, to: end, #[cfg(any())] hops: 0 }; }
        }
    }

    #[test]
    fn a_field_that_is_not_in_this_build_is_not_read() {
        let mut ways = Ways::new();
        ways.insert_all([Way { from: 1, to: 2 }, Way { from: 2, to: 3 }]);
        ways.run();
        assert_eq!(ways.len::<Way>(), 3);
    }
}
