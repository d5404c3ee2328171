//! Conditions, one form after the other.

use crate::common::{agenda, any, only, pair, put, run, values};
use oracle::model::condition::{accumulate, fact};
use oracle::model::expression::{field, var};
use oracle::model::{Accumulate, Condition, Expression, Function, Rule, Ruleset, Test};
use oracle::naive::{Call, Session};
use oracle::value::{Kind, Value};

fn counted(name: &str, block: Vec<Condition>) -> Accumulate {
    accumulate(name, Function::Count, block)
}

fn collected(name: &str, kind: &str) -> Accumulate {
    let block = vec![any("member", kind).into()];
    accumulate(name, Function::Collect("member".into()), block)
}

#[test]
fn not_is_blocked_and_freed_by_insert_retract_and_update() {
    let blocker = fact("B").constant("x", 0);
    let ruleset = only(vec![Condition::Not(vec![blocker.into()])]);
    let mut session = Session::new(&ruleset);
    assert_eq!(run(&mut session, &ruleset), ["only"]);
    let first = put(&mut session, "B", 0, 0);
    let second = put(&mut session, "B", 0, 0);
    session.retract(first);
    assert!(agenda(&session, &ruleset).is_empty(), "one blocker is left");
    session.update(second, &values(1, 0));
    assert_eq!(agenda(&session, &ruleset), ["only"]);
    session.update(second, &values(0, 0));
    assert!(agenda(&session, &ruleset).is_empty());
}

#[test]
fn not_joins_on_bound_variables() {
    let ruleset = only(vec![
        fact("A").bind("x", "v").into(),
        Condition::Not(vec![fact("B").bind("x", "v").into()]),
    ]);
    let mut session = Session::new(&ruleset);
    put(&mut session, "A", 0, 0);
    put(&mut session, "A", 1, 0);
    put(&mut session, "B", 1, 0);
    assert_eq!(agenda(&session, &ruleset), ["only 0"]);
}

#[test]
fn two_matches_freed_together_fire_again() {
    let ruleset = only(vec![
        fact("A").bind("x", "v").into(),
        Condition::Not(vec![fact("B").bind("x", "v").into()]),
    ]);
    let mut session = Session::new(&ruleset);
    session.insert_all("A", &[values(1, 0), values(1, 1)]);
    assert_eq!(run(&mut session, &ruleset).len(), 2);
    let blocker = put(&mut session, "B", 1, 0);
    session.retract(blocker);
    assert_eq!(run(&mut session, &ruleset), ["only 1", "only 0"]);
}

#[test]
fn a_negated_block_wants_its_conditions_together() {
    let block = vec![
        fact("B").bind("x", "v").into(),
        fact("C").bind("x", "v").into(),
    ];
    let ruleset = only(vec![Condition::Not(block)]);
    let mut session = Session::new(&ruleset);
    run(&mut session, &ruleset);
    put(&mut session, "B", 0, 0);
    let c = put(&mut session, "C", 0, 0);
    session.update(c, &values(1, 0));
    assert_eq!(agenda(&session, &ruleset), ["only"]);
}

#[test]
fn negations_nest() {
    let inner = Condition::Not(vec![
        fact("B").bind("x", "v").into(),
        fact("C").bind("x", "v").into(),
    ]);
    let ruleset = only(vec![Condition::Not(vec![
        fact("A").bind("x", "v").into(),
        inner,
    ])]);
    let mut session = Session::new(&ruleset);
    assert_eq!(agenda(&session, &ruleset), ["only"]);
    put(&mut session, "A", 1, 0);
    assert!(agenda(&session, &ruleset).is_empty());
    put(&mut session, "B", 1, 0);
    assert!(agenda(&session, &ruleset).is_empty());
    put(&mut session, "C", 1, 0);
    assert_eq!(agenda(&session, &ruleset), ["only"]);
}

#[test]
fn exists_is_one_match_however_many_witnesses() {
    let ruleset = only(vec![Condition::Exists(vec![fact("A").into()])]);
    let mut session = Session::new(&ruleset);
    let first = put(&mut session, "A", 0, 0);
    let second = put(&mut session, "A", 0, 0);
    assert_eq!(run(&mut session, &ruleset), ["only"]);
    session.retract(first);
    assert!(agenda(&session, &ruleset).is_empty());
    session.retract(second);
    put(&mut session, "A", 0, 0);
    assert_eq!(agenda(&session, &ruleset), ["only"]);
}

#[test]
fn forall_is_true_of_nothing_and_blocked_by_one_exception() {
    let ruleset = only(vec![Condition::Forall(
        vec![fact("A").bind("x", "v").into()],
        vec![fact("B").bind("x", "v").into()],
    )]);
    let mut session = Session::new(&ruleset);
    assert_eq!(run(&mut session, &ruleset), ["only"]);
    put(&mut session, "A", 1, 0);
    assert!(agenda(&session, &ruleset).is_empty());
    put(&mut session, "B", 1, 0);
    assert_eq!(run(&mut session, &ruleset), ["only"]);
    let exception = put(&mut session, "A", 2, 0);
    session.retract(exception);
    assert_eq!(run(&mut session, &ruleset), ["only"]);
}

#[test]
fn a_fact_in_both_branches_of_an_either_matches_twice() {
    let branch = |value: i32| vec![fact("A").test("x", Test::Range(0, value)).into()];
    let ruleset = only(vec![Condition::Either(vec![branch(1), branch(2)])]);
    let mut session = Session::new(&ruleset);
    put(&mut session, "A", 2, 0);
    assert_eq!(agenda(&session, &ruleset), ["only 0"]);
    put(&mut session, "A", 0, 0);
    assert_eq!(agenda(&session, &ruleset), ["only 1", "only 1", "only 0"]);
}

#[test]
fn a_variable_bound_in_every_branch_is_visible_after() {
    let branch = |kind: &str| vec![fact(kind).bind("x", "v").into()];
    let ruleset = only(vec![
        Condition::Either(vec![branch("A"), branch("B")]),
        fact("C").bind("x", "v").into(),
    ]);
    let mut session = Session::new(&ruleset);
    put(&mut session, "A", 0, 0);
    put(&mut session, "B", 1, 0);
    put(&mut session, "C", 1, 0);
    assert_eq!(agenda(&session, &ruleset), ["only 1 2"]);
}

#[test]
fn several_local_places_may_use_one_name() {
    let local = |kind: &str, value: i32| {
        let pattern = fact(kind).bind("x", "local").guard(var("local").is(value));
        Condition::Not(vec![pattern.into()])
    };
    let ruleset = only(vec![local("A", 1), local("B", 2)]);
    let mut session = Session::new(&ruleset);
    put(&mut session, "A", 2, 0);
    put(&mut session, "B", 1, 0);
    assert_eq!(agenda(&session, &ruleset), ["only"]);
    put(&mut session, "B", 2, 0);
    assert!(agenda(&session, &ruleset).is_empty());
}

#[test]
fn let_binds_a_computed_value() {
    let ruleset = only(vec![
        fact("A").bind("x", "v").into(),
        Condition::Let("next".into(), var("v").plus(1)),
        fact("B").bind("x", "next").into(),
    ]);
    let mut session = Session::new(&ruleset);
    put(&mut session, "A", 1, 0);
    put(&mut session, "B", 2, 0);
    assert_eq!(agenda(&session, &ruleset), ["only 0 1"]);
}

#[test]
fn if_let_tests_and_binds() {
    let ruleset = only(vec![
        any("a", "A").into(),
        Condition::IfLet {
            constant: Value::Int(1),
            name: "y".into(),
            left: field("a", "x"),
            right: field("a", "y"),
        },
        fact("B").bind("x", "y").into(),
    ]);
    let mut session = Session::new(&ruleset);
    put(&mut session, "A", 0, 3);
    put(&mut session, "A", 1, 3);
    put(&mut session, "B", 3, 0);
    assert_eq!(agenda(&session, &ruleset), ["only 1 2"]);
}

#[test]
fn for_matches_once_for_each_element_in_its_order() {
    let ruleset = only(vec![
        fact("A").bind("x", "v").into(),
        Condition::For("k".into(), 0.into(), var("v")),
        fact("B").bind("x", "k").into(),
    ]);
    let mut session = Session::new(&ruleset);
    session.insert_all("B", &[values(0, 0), values(1, 0), values(2, 0)]);
    put(&mut session, "A", 2, 0);
    assert_eq!(agenda(&session, &ruleset), ["only 3 0", "only 3 1"]);
}

#[test]
fn a_pattern_tests_ranges_and_alternatives() {
    let pattern = fact("A")
        .test("x", Test::Range(1, 2))
        .test("y", Test::OneOf(vec![Value::Int(0), Value::Int(3)]));
    let ruleset = only(vec![pattern.into()]);
    let mut session = Session::new(&ruleset);
    put(&mut session, "A", 1, 3);
    put(&mut session, "A", 1, 1);
    put(&mut session, "A", 3, 3);
    assert_eq!(agenda(&session, &ruleset), ["only 0"]);
}

#[test]
fn an_untested_position_of_a_tuple_fact_is_not_read() {
    let types = vec![oracle::model::FactType::tuple("E", &[Kind::Int, Kind::Int])];
    let pattern = fact("E").bind("0", "v").test("1", Test::Any);
    let ruleset = Ruleset::new(types, vec![Rule::new("only", vec![pattern.into()], vec![])]);
    let mut session = Session::new(&ruleset);
    let e = put(&mut session, "E", 0, 0);
    assert_eq!(run(&mut session, &ruleset), ["only 0"]);
    session.update(e, &values(0, 1));
    assert!(agenda(&session, &ruleset).is_empty());
    session.update(e, &values(1, 1));
    assert_eq!(agenda(&session, &ruleset), ["only 0"]);
}

#[test]
fn count_of_nothing_is_zero_and_matches() {
    let ruleset = only(vec![Condition::Accumulate(counted(
        "n",
        vec![fact("A").into()],
    ))]);
    let session = Session::new(&ruleset);
    assert_eq!(agenda(&session, &ruleset), ["only"]);
}

#[test]
fn a_count_is_a_new_match_when_it_changes_and_its_guard_holds() {
    let mut count = counted("n", vec![fact("A").into()]);
    count.guard = Some(var("n").above(Value::Count(1)));
    let ruleset = only(vec![Condition::Accumulate(count)]);
    let mut session = Session::new(&ruleset);
    put(&mut session, "A", 0, 0);
    assert!(agenda(&session, &ruleset).is_empty());
    put(&mut session, "A", 0, 0);
    assert_eq!(run(&mut session, &ruleset), ["only"]);
    put(&mut session, "A", 0, 0);
    assert_eq!(run(&mut session, &ruleset), ["only"]);
}

#[test]
fn collect_of_nothing_matches_and_a_further_member_is_a_new_match() {
    let ruleset = only(vec![
        fact("A").bind("x", "v").into(),
        Condition::Accumulate(accumulate(
            "all",
            Function::Collect("member".into()),
            vec![any("member", "B").bind("x", "v").into()],
        )),
    ]);
    let mut session = Session::new(&ruleset);
    put(&mut session, "A", 1, 0);
    assert_eq!(run(&mut session, &ruleset), ["only 0"]);
    let b = put(&mut session, "B", 1, 0);
    put(&mut session, "B", 2, 0);
    assert_eq!(run(&mut session, &ruleset), ["only 0"]);
    session.retract(b);
    assert_eq!(agenda(&session, &ruleset), ["only 0"]);
}

#[test]
fn collected_facts_are_other_facts_when_a_member_is_replaced_by_an_equal_one() {
    let ruleset = only(vec![Condition::Accumulate(collected("all", "B"))]);
    let mut session = Session::new(&ruleset);
    let b = put(&mut session, "B", 1, 0);
    run(&mut session, &ruleset);
    session.transaction(&[Call::Retract(b), Call::Insert("B".into(), values(1, 0))]);
    assert_eq!(agenda(&session, &ruleset), ["only"]);
}

#[test]
fn collected_facts_are_equal_unless_a_field_that_the_condition_names_changed() {
    let mut collect = collected("all", "B");
    collect.block = vec![any("member", "B").test("x", Test::Range(0, 3)).into()];
    let ruleset = only(vec![
        Condition::Accumulate(collect),
        Condition::If(Expression::Length("all".into()).above(Value::Count(0))),
    ]);
    let mut session = Session::new(&ruleset);
    let b = put(&mut session, "B", 1, 0);
    run(&mut session, &ruleset);
    session.update(b, &values(1, 1));
    assert!(agenda(&session, &ruleset).is_empty());
    session.update(b, &values(2, 1));
    assert_eq!(agenda(&session, &ruleset), ["only"]);
}

#[test]
fn members_used_other_than_by_their_number_are_read_whole() {
    let ruleset = only(vec![
        Condition::Accumulate(collected("all", "B")),
        Condition::If(Expression::Sum("all".into(), "x".into()).above(-1)),
    ]);
    let mut session = Session::new(&ruleset);
    let b = put(&mut session, "B", 1, 0);
    run(&mut session, &ruleset);
    session.update(b, &values(1, 1));
    assert_eq!(agenda(&session, &ruleset), ["only"]);
}

#[test]
fn sum_of_nothing_is_zero_and_least_greatest_and_mean_of_nothing_do_not_match() {
    let functions = [
        (Function::Sum(var("v")), 1),
        (Function::Min(var("v")), 0),
        (Function::Max(var("v")), 0),
        (Function::Avg(var("v")), 0),
    ];
    for (function, matches) in functions {
        let block = vec![fact("A").bind("x", "v").into()];
        let ruleset = only(vec![Condition::Accumulate(accumulate(
            "t", function, block,
        ))]);
        let session = Session::new(&ruleset);
        assert_eq!(session.agenda().len(), matches);
    }
}

#[test]
fn the_first_inserted_wins_a_tie() {
    let block = vec![any("a", "A").into()];
    let best = accumulate("best", Function::MaxBy(field("a", "x"), "a".into()), block);
    let ruleset = only(vec![
        Condition::Accumulate(best),
        fact("B")
            .test(
                "x",
                Test::Compare(oracle::model::Operator::Equal, field("best", "y")),
            )
            .into(),
    ]);
    let mut session = Session::new(&ruleset);
    put(&mut session, "A", 1, 0);
    put(&mut session, "A", 2, 1);
    put(&mut session, "A", 2, 2);
    put(&mut session, "B", 1, 0);
    put(&mut session, "B", 2, 0);
    assert_eq!(agenda(&session, &ruleset), ["only 3"]);
}

fn grouped(function: Function) -> Ruleset {
    let mut group = accumulate("t", function, vec![any("a", "A").bind("x", "k").into()]);
    group.by = vec!["k".into()];
    let joined = fact("B").bind("x", "k").into();
    Ruleset::new(
        vec![pair("A"), pair("B")],
        vec![Rule::new(
            "only",
            vec![Condition::Accumulate(group), joined],
            vec![],
        )],
    )
}

#[test]
fn a_group_is_there_while_it_has_members() {
    let ruleset = grouped(Function::Count);
    let mut session = Session::new(&ruleset);
    session.insert_all("B", &[values(1, 0), values(2, 0)]);
    assert!(agenda(&session, &ruleset).is_empty());
    let a = put(&mut session, "A", 1, 0);
    assert_eq!(run(&mut session, &ruleset), ["only 0"]);
    session.update(a, &values(2, 0));
    assert_eq!(run(&mut session, &ruleset), ["only 1"]);
}

#[test]
fn groups_go_as_facts_inserted_when_they_first_had_a_member() {
    let ruleset = grouped(Function::Count);
    let mut session = Session::new(&ruleset);
    let first = put(&mut session, "A", 2, 0);
    put(&mut session, "A", 1, 0);
    session.insert_all("B", &[values(1, 0), values(2, 0)]);
    assert_eq!(agenda(&session, &ruleset), ["only 2", "only 3"]);
    session.transaction(&[Call::Retract(first), Call::Insert("A".into(), values(2, 0))]);
    assert_eq!(
        agenda(&session, &ruleset),
        ["only 2", "only 3"],
        "it was never without"
    );
}

#[test]
fn members_that_swap_groups_make_new_lists_but_no_new_counts() {
    for (function, fired) in [(Function::Count, 0), (Function::Collect("a".into()), 2)] {
        let ruleset = grouped(function);
        let mut session = Session::new(&ruleset);
        let one = put(&mut session, "A", 1, 0);
        let two = put(&mut session, "A", 2, 0);
        session.insert_all("B", &[values(1, 0), values(2, 0)]);
        run(&mut session, &ruleset);
        session.transaction(&[
            Call::Update(one, values(2, 0)),
            Call::Update(two, values(1, 0)),
        ]);
        assert_eq!(run(&mut session, &ruleset).len(), fired);
    }
}
