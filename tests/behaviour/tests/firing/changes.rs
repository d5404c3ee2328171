//! The three ideas that carry the meaning: matches are a function of working memory, working memory
//! moves in changes, a match fires once.

use behaviour::Recorder;
use rules_runtime::rules;

#[test]
fn a_match_fires_once() {
    rules! {
        ruleset Small;
        fact A;
        rule r { when { A; } then {} }
    }
    let mut session = Small::new();
    session.insert(A);
    assert_eq!(session.run().count, 1);
    assert_eq!(session.run().count, 0);
}

#[test]
fn a_firing_that_swaps_one_witness_for_another_reactivates_nothing() {
    rules! {
        #[allow(rules::cross_product)]
        ruleset Small;
        fact Guard(u8);
        fact Relief;
        fact Door;
        rule watched { when { Door; exists Guard; } then {} }
        rule unwatched { when { Door; not Guard; } then {} }
        #[salience(-1)]
        rule relieve {
            when { relief @ Relief; guard @ Guard; }
            then { retract guard; insert Guard(guard.0 + 1); retract relief; }
        }
    }
    let mut session = Small::builder().listener(Recorder::default()).build();
    session.insert(Door);
    session.insert(Guard(1));
    assert_eq!(session.run().count, 1);
    session.insert(Relief);
    session.listener_mut().take();
    assert_eq!(session.run().count, 1);
    assert_eq!(
        session.listener_mut().take(),
        [
            "firing relieve",
            "fired relieve",
            "retracted Guard(1)",
            "inserted Guard(2)",
            "retracted Relief",
        ]
    );
}

#[test]
fn a_firing_that_swaps_a_counted_fact_for_another_reactivates_nothing() {
    rules! {
        #[allow(rules::cross_product)]
        ruleset Small;
        fact Member(u8);
        fact Swap;
        rule pair { when { n = count(Member) if n == 2; } then {} }
        rule swap {
            when { swap @ Swap; m @ Member(1); }
            then { retract m; retract swap; insert Member(2); }
        }
    }
    let mut session = Small::new();
    session.insert_all([Member(1), Member(3)]);
    assert_eq!(session.run().count, 1);
    session.insert(Swap);
    assert_eq!(session.run().count, 1);
}

#[test]
fn what_a_firing_makes_and_unmakes_is_never_seen() {
    rules! {
        ruleset Small;
        fact Start;
        fact A { value: u8 }
        rule step {
            when { Start; a @ A { value: 0 }; }
            then { modify a { a.value = 7; } modify a { a.value = 1; } }
        }
        rule seven { when { A { value: 7 }; } then {} }
        rule one { when { A { value: 1 }; } then {} }
    }
    let mut session = Small::builder().listener(Recorder::default()).build();
    session.insert(Start);
    session.insert(A { value: 0 });
    session.listener_mut().take();
    assert_eq!(session.run().count, 2);
    assert_eq!(
        session.listener_mut().take(),
        [
            "firing step",
            "fired step",
            "updated A { value: 0 } to A { value: 1 }",
            "created one",
            "firing one",
            "fired one",
        ]
    );
}

#[test]
fn a_fact_modified_and_modified_back_keeps_its_match() {
    rules! {
        #[allow(rules::cross_product)]
        ruleset Small;
        fact Kick;
        fact A { value: u8 }
        rule watch { when { A { value: 1 }; } then {} }
        rule kick {
            when { k @ Kick; a @ A { value: 1 }; }
            then { retract k; modify a { a.value = 2; } modify a { a.value = 1; } }
        }
    }
    let mut session = Small::new();
    session.insert(A { value: 1 });
    assert_eq!(session.run().count, 1);
    session.insert(Kick);
    assert_eq!(session.run().count, 1);
}

#[test]
fn insert_all_is_one_change() {
    rules! {
        ruleset Small;
        fact A(u8);
        rule alone { when { A(x); not A(y) if y != x; } then {} }
        rule two { when { n = count(A) if n >= 1; } then {} }
    }
    let mut session = Small::builder().listener(Recorder::default()).build();
    session.insert_all([A(1), A(2), A(3)]);
    assert_eq!(
        session.listener_mut().take(),
        [
            "inserted A(1)",
            "inserted A(2)",
            "inserted A(3)",
            "created two"
        ]
    );
}

#[test]
fn an_end_and_a_new_begin_in_one_change_are_a_new_match() {
    rules! {
        ruleset Small;
        fact A { value: u8 }
        rule r { when { A { value: > 0 }; } then {} }
    }
    let mut session = Small::builder().listener(Recorder::default()).build();
    let a = session.insert(A { value: 1 });
    session.listener_mut().take();
    session.update(a, |a| a.value = 2).unwrap();
    assert_eq!(
        session.listener_mut().take(),
        [
            "updated A { value: 1 } to A { value: 2 }",
            "cancelled r",
            "created r"
        ]
    );
}

#[test]
fn several_modifications_before_a_firing_make_one() {
    rules! {
        ruleset Small;
        fact A { value: u8 }
        rule r { when { A { value: > 0 }; } then {} }
    }
    let mut session = Small::new();
    let a = session.insert(A { value: 1 });
    for value in 2..9 {
        session.update(a, |a| a.value = value).unwrap();
    }
    assert_eq!(session.run().count, 1);
}

#[test]
fn a_change_that_ends_a_match_takes_it_off_the_agenda() {
    rules! {
        ruleset Small;
        fact A { value: u8 }
        rule r { when { A { value: > 0 }; } then {} }
    }
    let mut session = Small::new();
    let a = session.insert(A { value: 1 });
    session.update(a, |a| a.value = 0).unwrap();
    assert_eq!(session.run().count, 0);
}

#[test]
fn a_match_that_ended_and_holds_again_fires_again() {
    rules! {
        ruleset Small;
        fact A { value: u8 }
        rule r { when { A { value: 1 }; } then {} }
    }
    let mut session = Small::new();
    let a = session.insert(A { value: 1 });
    assert_eq!(session.run().count, 1);
    session.update(a, |a| a.value = 0).unwrap();
    session.update(a, |a| a.value = 1).unwrap();
    assert_eq!(session.run().count, 1);
}

#[test]
fn an_equal_fact_inserted_after_a_retract_in_one_firing_is_a_new_fact() {
    rules! {
        #[allow(rules::cross_product)]
        ruleset Small;
        fact Renew;
        fact A(u8);
        rule renew { when { r @ Renew; a @ A(x); } then { retract r; retract a; insert A(x); } }
        rule watch { when { A(_); } then {} }
    }
    let mut session = Small::new();
    let old = session.insert(A(1));
    assert_eq!(session.run().count, 1);
    session.insert(Renew);
    assert_eq!(session.run().count, 2);
    assert!(!session.contains(old));
    assert_eq!(session.len::<A>(), 1);
}
