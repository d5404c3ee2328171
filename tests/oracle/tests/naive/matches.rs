//! The three ideas: matches are a function of working memory, changes are seen as a whole, a match fires once.

use crate::common::{agenda, any, doing, facts, only, put, ruleset, run, values};
use oracle::model::condition::{accumulate, fact};
use oracle::model::effect::{insert, modify, retract};
use oracle::model::expression::{field, var};
use oracle::model::{Condition, Effect, Function, Rule, Write};
use oracle::naive::{Call, Session};

#[test]
fn an_empty_when_matches_once_in_a_new_session() {
    let ruleset = only(vec![]);
    let mut session = Session::new(&ruleset);
    assert_eq!(run(&mut session, &ruleset), ["only"]);
    put(&mut session, "A", 0, 0);
    assert!(agenda(&session, &ruleset).is_empty());
}

#[test]
fn one_fact_may_match_two_patterns_of_a_rule() {
    let ruleset = only(vec![any("a", "A").into(), any("b", "A").into()]);
    let mut session = Session::new(&ruleset);
    put(&mut session, "A", 0, 0);
    assert_eq!(agenda(&session, &ruleset), ["only 0 0"]);
}

#[test]
fn different_handles_are_different_facts() {
    let differ = oracle::model::Expression::Distinct("a".into(), "b".into());
    let ruleset = only(vec![
        any("a", "A").into(),
        any("b", "A").guard(differ).into(),
    ]);
    let mut session = Session::new(&ruleset);
    put(&mut session, "A", 0, 0);
    put(&mut session, "A", 0, 0);
    assert_eq!(agenda(&session, &ruleset), ["only 1 0", "only 0 1"]);
}

#[test]
fn a_repeated_variable_is_a_join() {
    let ruleset = only(vec![
        fact("A").bind("x", "v").into(),
        fact("B").bind("y", "v").into(),
    ]);
    let mut session = Session::new(&ruleset);
    put(&mut session, "A", 1, 0);
    put(&mut session, "B", 1, 2);
    put(&mut session, "B", 0, 1);
    assert_eq!(agenda(&session, &ruleset), ["only 0 2"]);
}

#[test]
fn a_variable_repeated_in_one_pattern_is_a_join_too() {
    let ruleset = only(vec![fact("A").bind("x", "v").bind("y", "v").into()]);
    let mut session = Session::new(&ruleset);
    put(&mut session, "A", 1, 2);
    put(&mut session, "A", 2, 2);
    assert_eq!(agenda(&session, &ruleset), ["only 1"]);
}

#[test]
fn a_match_fires_once() {
    let ruleset = only(vec![fact("A").into()]);
    let mut session = Session::new(&ruleset);
    put(&mut session, "A", 0, 0);
    assert_eq!(run(&mut session, &ruleset), ["only 0"]);
    put(&mut session, "B", 0, 0);
    assert!(agenda(&session, &ruleset).is_empty());
}

#[test]
fn changing_a_field_that_is_read_makes_a_new_match() {
    let ruleset = only(vec![fact("A").bind("x", "v").into()]);
    let mut session = Session::new(&ruleset);
    let a = put(&mut session, "A", 0, 0);
    run(&mut session, &ruleset);
    session.update(a, &values(1, 0));
    assert_eq!(agenda(&session, &ruleset), ["only 0"]);
}

#[test]
fn changing_a_field_that_is_not_read_keeps_the_match() {
    let ruleset = only(vec![fact("A").bind("x", "v").into()]);
    let mut session = Session::new(&ruleset);
    let a = put(&mut session, "A", 0, 0);
    run(&mut session, &ruleset);
    session.update(a, &values(0, 1));
    assert!(agenda(&session, &ruleset).is_empty());
}

#[test]
fn writing_an_equal_value_keeps_the_match() {
    let ruleset = only(vec![fact("A").bind("x", "v").into()]);
    let mut session = Session::new(&ruleset);
    let a = put(&mut session, "A", 1, 0);
    run(&mut session, &ruleset);
    session.update(a, &values(1, 0));
    assert!(agenda(&session, &ruleset).is_empty());
}

#[test]
fn a_field_named_in_a_later_test_is_read() {
    let ruleset = only(vec![
        any("a", "A").into(),
        Condition::If(field("a", "y").below(3)),
    ]);
    let mut session = Session::new(&ruleset);
    let a = put(&mut session, "A", 0, 0);
    run(&mut session, &ruleset);
    session.update(a, &values(1, 0));
    assert!(agenda(&session, &ruleset).is_empty());
    session.update(a, &values(1, 1));
    assert_eq!(agenda(&session, &ruleset), ["only 0"]);
}

#[test]
fn a_field_named_only_inside_a_not_is_read() {
    let blocker = fact("B").test(
        "x",
        oracle::model::Test::Compare(oracle::model::Operator::Equal, field("a", "y")),
    );
    let ruleset = only(vec![
        any("a", "A").into(),
        Condition::Not(vec![blocker.into()]),
    ]);
    let mut session = Session::new(&ruleset);
    let a = put(&mut session, "A", 0, 0);
    run(&mut session, &ruleset);
    session.update(a, &values(0, 1));
    assert_eq!(agenda(&session, &ruleset), ["only 0"]);
}

#[test]
fn a_fact_used_whole_is_read_in_every_field() {
    let total = oracle::model::Expression::Total("a".into());
    let ruleset = only(vec![any("a", "A").into(), Condition::If(total.above(-1))]);
    let mut session = Session::new(&ruleset);
    let a = put(&mut session, "A", 0, 1);
    run(&mut session, &ruleset);
    session.update(a, &values(1, 0));
    assert_eq!(agenda(&session, &ruleset), ["only 0"]);
}

#[test]
fn what_then_reads_is_not_read() {
    let ruleset = doing(
        vec![any("a", "A").into()],
        vec![insert("B", &[field("a", "x"), 0.into()])],
    );
    let mut session = Session::new(&ruleset);
    let a = put(&mut session, "A", 0, 0);
    session.update(a, &values(3, 0));
    run(&mut session, &ruleset);
    assert_eq!(
        facts(&session, "B"),
        ["3,0"],
        "it sees the new value when it fires"
    );
    session.update(a, &values(2, 0));
    assert!(agenda(&session, &ruleset).is_empty());
}

#[test]
fn a_change_takes_an_ended_match_off_the_agenda() {
    let ruleset = only(vec![fact("A").constant("x", 1).into()]);
    let mut session = Session::new(&ruleset);
    let a = put(&mut session, "A", 1, 0);
    session.update(a, &values(0, 0));
    assert!(agenda(&session, &ruleset).is_empty());
    session.retract(a);
    assert!(agenda(&session, &ruleset).is_empty());
}

#[test]
fn a_value_changed_and_changed_back_in_one_change_is_not_seen() {
    let ruleset = only(vec![fact("A").bind("x", "v").into()]);
    let mut session = Session::new(&ruleset);
    let a = put(&mut session, "A", 1, 0);
    run(&mut session, &ruleset);
    session.transaction(&[Call::Update(a, values(2, 0)), Call::Update(a, values(1, 0))]);
    assert!(agenda(&session, &ruleset).is_empty());
}

#[test]
fn a_fact_inserted_after_its_retract_is_a_new_fact() {
    let ruleset = only(vec![fact("A").into()]);
    let mut session = Session::new(&ruleset);
    let a = put(&mut session, "A", 1, 0);
    run(&mut session, &ruleset);
    session.transaction(&[Call::Retract(a), Call::Insert("A".into(), values(1, 0))]);
    assert_eq!(agenda(&session, &ruleset), ["only 1"]);
}

#[test]
fn a_firing_that_replaces_a_witness_reactivates_no_exists() {
    let ruleset = ruleset(vec![
        Rule::new(
            "some",
            vec![Condition::Exists(vec![fact("A").into()])],
            vec![],
        ),
        Rule::new(
            "swap",
            vec![any("a", "A").constant("x", 0).into()],
            vec![retract("a"), insert("A", &[1.into(), 0.into()])],
        ),
    ]);
    let mut session = Session::new(&ruleset);
    put(&mut session, "A", 0, 0);
    assert_eq!(run(&mut session, &ruleset), ["some", "swap 0"]);
}

#[test]
fn an_accumulated_value_that_comes_out_equal_is_the_same_match() {
    let count = accumulate("n", Function::Count, vec![fact("A").into()]);
    let ruleset = only(vec![Condition::Accumulate(count)]);
    let mut session = Session::new(&ruleset);
    let a = put(&mut session, "A", 0, 0);
    assert_eq!(run(&mut session, &ruleset), ["only"]);
    session.transaction(&[Call::Retract(a), Call::Insert("A".into(), values(1, 1))]);
    assert!(agenda(&session, &ruleset).is_empty());
}

#[test]
fn several_modifications_before_a_firing_make_one() {
    let ruleset = doing(
        vec![any("a", "A").bind("x", "v").into()],
        vec![insert("B", &[var("v"), 0.into()])],
    );
    let mut session = Session::new(&ruleset);
    let a = put(&mut session, "A", 0, 0);
    session.update(a, &values(1, 0));
    session.update(a, &values(2, 0));
    assert_eq!(run(&mut session, &ruleset), ["only 0"]);
    assert_eq!(facts(&session, "B"), ["2,0"]);
}

#[test]
fn a_rule_that_changes_what_it_reads_fires_again() {
    let count_up = Effect::Modify(
        "a".into(),
        vec![Write {
            field: "x".into(),
            value: field("a", "x").plus(1),
        }],
    );
    let ruleset = doing(
        vec![any("a", "A").bind("x", "v").guard(var("v").below(3)).into()],
        vec![count_up],
    );
    let mut session = Session::new(&ruleset);
    put(&mut session, "A", 0, 0);
    assert_eq!(run(&mut session, &ruleset).len(), 3);
}

#[test]
fn a_rule_that_writes_what_it_does_not_read_fires_once() {
    let ruleset = doing(
        vec![any("a", "A").bind("x", "v").into()],
        vec![modify("a", "y", 3)],
    );
    let mut session = Session::new(&ruleset);
    put(&mut session, "A", 0, 0);
    assert_eq!(run(&mut session, &ruleset).len(), 1);
}
