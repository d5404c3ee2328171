//! Effects, and the semantics of `#[unique]` and `#[key]` facts.

use crate::common::{agenda, any, doing, facts, pair, put, run, values};
use oracle::model::condition::{accumulate, fact};
use oracle::model::effect::{insert, modify, retract};
use oracle::model::expression::{field, var};
use oracle::model::{Condition, Effect, Function, Rule, Ruleset};
use oracle::naive::Session;

fn collect_all(kind: &str) -> Condition {
    let block = vec![any("member", kind).into()];
    Condition::Accumulate(accumulate("all", Function::Collect("member".into()), block))
}

#[test]
fn a_second_modify_starts_from_the_first_ones_result_by_whatever_name() {
    let ruleset = doing(
        vec![any("a", "A").into(), any("b", "A").into()],
        vec![
            modify("a", "x", field("a", "x").plus(1)),
            modify("b", "x", field("b", "x").plus(1)),
        ],
    );
    let mut session = Session::new(&ruleset);
    put(&mut session, "A", 0, 0);
    session.step();
    assert_eq!(facts(&session, "A"), ["2,0"]);
}

#[test]
fn after_a_modify_its_name_reads_the_new_value_and_others_the_one_matched() {
    let ruleset = doing(
        vec![any("a", "A").bind("x", "v").into(), any("b", "A").into()],
        vec![
            modify("a", "x", 3),
            insert("B", &[field("a", "x"), field("b", "x")]),
            insert("C", &[var("v"), 0.into()]),
        ],
    );
    let mut session = Session::new(&ruleset);
    put(&mut session, "A", 1, 0);
    session.step();
    assert_eq!(facts(&session, "B"), ["3,1"]);
    assert_eq!(facts(&session, "C"), ["1,0"]);
}

#[test]
fn effects_on_a_fact_retracted_in_the_block_do_nothing() {
    let ruleset = doing(
        vec![any("a", "A").into(), any("b", "A").into()],
        vec![retract("a"), modify("b", "x", 3), retract("b")],
    );
    let mut session = Session::new(&ruleset);
    put(&mut session, "A", 1, 0);
    session.step();
    assert!(facts(&session, "A").is_empty());
}

#[test]
fn return_ends_the_block_and_keeps_the_effects_so_far() {
    let early = Effect::If(field("a", "x").is(0), vec![Effect::Return]);
    let ruleset = doing(
        vec![any("a", "A").into()],
        vec![
            insert("B", &[1.into(), 0.into()]),
            early,
            insert("B", &[2.into(), 0.into()]),
        ],
    );
    let mut session = Session::new(&ruleset);
    put(&mut session, "A", 0, 0);
    session.step();
    assert_eq!(facts(&session, "B"), ["1,0"]);
}

#[test]
fn a_loop_modifies_every_fact_collected() {
    let ruleset = doing(
        vec![fact("A").into(), collect_all("B")],
        vec![Effect::Each(
            "b".into(),
            "all".into(),
            vec![modify("b", "y", field("b", "x").plus(1))],
        )],
    );
    let mut session = Session::new(&ruleset);
    session.insert_all("B", &[values(1, 0), values(2, 0)]);
    put(&mut session, "A", 0, 0);
    session.step();
    assert_eq!(facts(&session, "B"), ["1,2", "2,3"]);
}

#[test]
fn first_is_the_first_inserted_of_those_collected() {
    let ruleset = doing(
        vec![fact("A").into(), collect_all("B")],
        vec![Effect::First("b".into(), "all".into(), vec![retract("b")])],
    );
    let mut session = Session::new(&ruleset);
    session.insert_all("B", &[values(1, 0), values(2, 0)]);
    put(&mut session, "A", 0, 0);
    session.step();
    assert_eq!(facts(&session, "B"), ["2,0"]);
    session.step();
    assert!(facts(&session, "B").is_empty());
    session.step();
    assert!(agenda(&session, &ruleset).is_empty());
}

#[test]
fn what_a_variable_of_the_block_changes_is_read_by_the_name_that_the_match_has_for_it() {
    let ruleset = doing(
        vec![any("a", "A").into()],
        vec![
            Effect::Local(
                "held".into(),
                "a".into(),
                vec![modify("held", "x", field("held", "x").plus(1))],
            ),
            insert("B", &[field("a", "x").plus(0), field("a", "y").plus(0)]),
            modify("a", "y", field("a", "x").plus(0)),
        ],
    );
    let mut session = Session::new(&ruleset);
    put(&mut session, "A", 1, 0);
    session.step();
    assert_eq!(facts(&session, "A"), ["2,2"]);
    assert_eq!(facts(&session, "B"), ["2,0"]);
}

#[test]
fn a_rule_may_retract_its_own_fact() {
    let ruleset = doing(vec![any("a", "A").into()], vec![retract("a")]);
    let mut session = Session::new(&ruleset);
    session.insert_all("A", &[values(0, 0), values(1, 0)]);
    assert_eq!(run(&mut session, &ruleset), ["only 1", "only 0"]);
    assert!(session.is_empty());
}

fn unique() -> Ruleset {
    let rule = Rule::new("only", vec![fact("A").bind("x", "v").into()], vec![]);
    Ruleset::new(vec![pair("A").unique()], vec![rule])
}

#[test]
fn inserting_an_equal_unique_fact_gives_the_one_that_is_there() {
    let ruleset = unique();
    let mut session = Session::new(&ruleset);
    let first = put(&mut session, "A", 1, 1);
    assert_eq!(run(&mut session, &ruleset), ["only 0"]);
    assert_eq!(put(&mut session, "A", 1, 1), first);
    assert!(agenda(&session, &ruleset).is_empty());
    assert_eq!(session.len(), 1);
}

#[test]
fn a_modify_that_makes_a_unique_fact_equal_to_another_retracts_the_other() {
    let ruleset = unique();
    let mut session = Session::new(&ruleset);
    let first = put(&mut session, "A", 1, 1);
    let second = put(&mut session, "A", 2, 1);
    session.update(first, &values(2, 1));
    assert!(session.get(first).is_some() && session.get(second).is_none());
    assert_eq!(facts(&session, "A"), ["2,1"]);
}

#[test]
fn unique_facts_in_one_insert_all_collapse() {
    let ruleset = unique();
    let mut session = Session::new(&ruleset);
    let ids = session.insert_all("A", &[values(1, 1), values(2, 1), values(1, 1)]);
    assert_eq!(ids[0], ids[2]);
    assert_eq!(facts(&session, "A"), ["1,1", "2,1"]);
}

fn keyed() -> Ruleset {
    let rule = Rule::new("only", vec![fact("A").bind("y", "v").into()], vec![]);
    Ruleset::new(vec![pair("A").key(&["x"])], vec![rule])
}

#[test]
fn inserting_a_key_that_is_there_is_an_update() {
    let ruleset = keyed();
    let mut session = Session::new(&ruleset);
    let first = put(&mut session, "A", 1, 1);
    run(&mut session, &ruleset);
    assert_eq!(put(&mut session, "A", 1, 2), first);
    assert_eq!(facts(&session, "A"), ["1,2"]);
    assert_eq!(agenda(&session, &ruleset), ["only 0"]);
}

#[test]
fn a_modify_that_takes_anothers_key_retracts_the_other() {
    let ruleset = keyed();
    let mut session = Session::new(&ruleset);
    let first = put(&mut session, "A", 1, 1);
    put(&mut session, "A", 2, 2);
    session.update(first, &values(2, 1));
    assert_eq!(facts(&session, "A"), ["2,1"]);
}

#[test]
fn an_empty_key_means_at_most_one_fact() {
    let rule = Rule::new("only", vec![fact("A").into()], vec![]);
    let ruleset = Ruleset::new(vec![pair("A").key(&[])], vec![rule]);
    let mut session = Session::new(&ruleset);
    put(&mut session, "A", 1, 1);
    put(&mut session, "A", 2, 2);
    assert_eq!(facts(&session, "A"), ["2,2"]);
}

fn undoing() -> Ruleset {
    let mut rule = Rule::new("only", vec![any("a", "A").bind("x", "v").into()], vec![]);
    rule.undo = Some(vec![insert("B", &[var("v"), field("a", "y")])]);
    Ruleset::new(vec![pair("A"), pair("B")], vec![rule])
}

#[test]
fn undo_runs_when_a_match_that_fired_ends() {
    let ruleset = undoing();
    let mut session = Session::new(&ruleset);
    let a = put(&mut session, "A", 1, 0);
    run(&mut session, &ruleset);
    session.update(a, &values(1, 2));
    session.retract(a);
    assert_eq!(run(&mut session, &ruleset), ["only 0"]);
    assert_eq!(
        facts(&session, "B"),
        ["1,2"],
        "the fact reads as it was when retracted"
    );
}

#[test]
fn undo_goes_before_every_other_activation_of_its_salience() {
    let ruleset = undoing();
    let mut session = Session::new(&ruleset);
    let a = put(&mut session, "A", 1, 0);
    run(&mut session, &ruleset);
    session.update(a, &values(2, 0));
    assert_eq!(run(&mut session, &ruleset), ["only 0", "only 0"]);
    assert_eq!(facts(&session, "B"), ["1,0"]);
}

#[test]
fn a_match_that_never_fired_is_not_undone() {
    let ruleset = undoing();
    let mut session = Session::new(&ruleset);
    let a = put(&mut session, "A", 1, 0);
    session.retract(a);
    assert!(agenda(&session, &ruleset).is_empty());
}
