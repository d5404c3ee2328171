//! Queries: what they give, and in which order.

use crate::common::{any, put, ruleset};
use oracle::model::condition::{accumulate, fact};
use oracle::model::expression::{field, var};
use oracle::model::{Condition, Function, Query, Ruleset};
use oracle::naive::Session;
use oracle::value::Value;

/// A ruleset of one query and no rule.
fn asking(query: Query) -> Ruleset {
    ruleset(Vec::new()).queries(vec![query])
}

/// The integers of each result.
fn ask(session: &Session<'_>, arguments: &[i32]) -> Vec<Vec<i32>> {
    let arguments: Vec<Value> = arguments.iter().copied().map(Into::into).collect();
    let results = session.ask(0, &arguments).into_iter();
    results
        .map(|values| values.into_iter().map(Value::int).collect())
        .collect()
}

#[test]
fn a_parameter_joins() {
    let when = vec![fact("A").bind("x", "p").bind("y", "q").into()];
    let ruleset = asking(Query::new("q", when, vec![var("q")]).param("p"));
    let mut session = Session::new(&ruleset);
    put(&mut session, "A", 1, 5);
    put(&mut session, "A", 2, 6);
    put(&mut session, "A", 1, 4);
    assert_eq!(ask(&session, &[1]), [[5], [4]]);
    assert_eq!(ask(&session, &[2]), [[6]]);
    assert_eq!(ask(&session, &[3]), [[0; 0]; 0]);
}

#[test]
fn a_question_is_answered_once() {
    let when = vec![fact("A").bind("x", "p").into()];
    let ruleset = asking(Query::new("q", when, Vec::new()).param("p").question());
    let mut session = Session::new(&ruleset);
    assert_eq!(ask(&session, &[1]), [[0; 0]; 0]);
    put(&mut session, "A", 1, 1);
    put(&mut session, "A", 1, 2);
    assert_eq!(ask(&session, &[1]), [[0; 0]]);
}

#[test]
fn results_come_in_the_order_of_breadth() {
    let branch = |kind: &str| vec![fact(kind).bind("x", "v").into()];
    let when = vec![
        any("a", "A").into(),
        Condition::Either(vec![branch("B"), branch("C")]),
        Condition::For("k".into(), 0.into(), 2.into()),
    ];
    let select = vec![field("a", "x"), var("v"), var("k")];
    let ruleset = asking(Query::new("q", when, select));
    let mut session = Session::new(&ruleset);
    put(&mut session, "C", 7, 0);
    put(&mut session, "A", 2, 0);
    let first = put(&mut session, "B", 8, 0);
    put(&mut session, "A", 1, 0);
    session.update(first, &[9.into(), 0.into()]);
    let expected = [
        [2, 9, 0],
        [2, 9, 1],
        [2, 7, 0],
        [2, 7, 1],
        [1, 9, 0],
        [1, 9, 1],
        [1, 7, 0],
        [1, 7, 1],
    ];
    assert_eq!(ask(&session, &[]), expected);
}

#[test]
fn groups_are_as_old_as_their_first_members_now() {
    let block = vec![fact("A").bind("x", "k").bind("y", "v").into()];
    let mut sums = accumulate("n", Function::Sum(var("v")), block);
    sums.by = vec!["k".into()];
    let when = vec![Condition::Accumulate(sums)];
    let ruleset = asking(Query::new("q", when, vec![var("k"), var("n")]));
    let mut session = Session::new(&ruleset);
    let first = put(&mut session, "A", 1, 1);
    put(&mut session, "A", 2, 2);
    put(&mut session, "A", 1, 3);
    assert_eq!(ask(&session, &[]), [[1, 4], [2, 2]]);
    session.retract(first);
    assert_eq!(ask(&session, &[]), [[2, 2], [1, 3]]);
}
