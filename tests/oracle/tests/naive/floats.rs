//! Floats: which are equal, and what becomes of a match that reads one that is not equal to itself.

use crate::common::{agenda, facts};
use oracle::model::condition::fact;
use oracle::model::effect::modify;
use oracle::model::expression::field;
use oracle::model::{Condition, Effect, FactType, Rule, Ruleset};
use oracle::naive::Session;
use oracle::value::{Float, Kind, Value};

/// A ruleset of one rule over facts of a float and an integer.
fn weighing(when: Vec<Condition>, then: Vec<Effect>) -> Ruleset {
    let fields = [("weight", Kind::Float), ("of", Kind::Int)];
    let rule = Rule::new("only", when, then);
    Ruleset::new(vec![FactType::new("A", &fields)], vec![rule])
}

fn values(weight: f64, of: i32) -> [Value; 2] {
    [Value::Float(Float(weight)), of.into()]
}

#[test]
fn the_two_zeros_join_and_nan_joins_nothing() {
    let patterns = ["a", "b"].map(|name| fact("A").named(name).bind("weight", "weight").into());
    let ruleset = weighing(patterns.to_vec(), Vec::new());
    let mut session = Session::new(&ruleset);
    for weight in [0.0, -0.0, f64::NAN] {
        session.insert("A", &values(weight, 0));
    }
    let found = agenda(&session, &ruleset);
    assert_eq!(found, ["only 1 1", "only 1 0", "only 0 1", "only 0 0"]);
}

#[test]
fn a_match_stays_the_same_where_a_zero_becomes_the_other() {
    let read = fact("A").bind("weight", "weight");
    let ruleset = weighing(vec![read.into()], Vec::new());
    let mut session = Session::new(&ruleset);
    let id = session.insert("A", &values(0.0, 0));
    session.step();
    session.update(id, &values(-0.0, 0));
    assert!(agenda(&session, &ruleset).is_empty());
}

#[test]
fn a_write_of_nan_over_nan_makes_a_new_match() {
    let read = fact("A").bind("weight", "weight");
    let ruleset = weighing(vec![read.into()], Vec::new());
    let mut session = Session::new(&ruleset);
    let id = session.insert("A", &values(f64::NAN, 0));
    session.step();
    session.update(id, &values(f64::NAN, 0));
    assert_eq!(agenda(&session, &ruleset), ["only 0"]);
}

#[test]
fn nan_that_no_write_touches_is_the_same() {
    let read = fact("A").named("a").bind("weight", "weight");
    let ruleset = weighing(
        vec![read.into()],
        vec![modify("a", "of", field("a", "of").plus(1))],
    );
    let mut session = Session::new(&ruleset);
    session.insert("A", &values(f64::NAN, 0));
    session.step();
    assert_eq!(facts(&session, "A"), ["NaN,1"]);
    assert!(agenda(&session, &ruleset).is_empty());
}
