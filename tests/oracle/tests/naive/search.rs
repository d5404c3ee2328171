//! `choose` and `fail`: which alternatives are tried, in which order, and where a search stands after them.

use crate::common::{agenda, any, facts, put, ruleset};
use oracle::model::condition::fact;
use oracle::model::effect::{insert, retract};
use oracle::model::expression::var;
use oracle::model::{Effect, Expression, Rule, Ruleset};
use oracle::naive::{Fired, Session, Stop};

/// Chooses for each `A` a number from `low` on and less than its `y`, and fails where two of the same number stand.
fn chooses(low: i32) -> Ruleset {
    let open = any("open", "A").bind("x", "x").bind("y", "y");
    let chosen = fact("B").bind("x", "one").bind("y", "number");
    let other = fact("B").constant("x", 1).bind("y", "number");
    let mut refuses = Rule::new(
        "refuses",
        vec![chosen.guard(var("one").is(0)).into(), other.into()],
        vec![Effect::Fail],
    );
    refuses.salience = Some(Expression::from(1));
    let chooses = Rule::new(
        "chooses",
        vec![open.into()],
        vec![
            Effect::Choose("number".into(), low.into(), var("y")),
            insert("B", &[var("x"), var("number")]),
            retract("open"),
        ],
    );
    let mut ruleset = ruleset(vec![refuses, chooses]);
    ruleset.backtrack = true;
    ruleset
}

fn solutions(session: &mut Session<'_>) -> Vec<String> {
    let mut found = Vec::new();
    while session.next_solution() {
        found.push(facts(session, "B").join(" "));
    }
    found
}

#[test]
fn each_solution_is_visited_once_the_latest_choice_changing_first() {
    let ruleset = chooses(0);
    let mut session = Session::new(&ruleset);
    put(&mut session, "A", 1, 2);
    put(&mut session, "A", 0, 3);
    assert_eq!(
        solutions(&mut session),
        ["0,0 1,1", "0,1 1,0", "0,2 1,0", "0,2 1,1"]
    );
    assert!(!session.next_solution());
}

#[test]
fn without_a_solution_the_session_is_as_before_the_first_choice_and_that_match_has_fired() {
    let ruleset = chooses(0);
    let mut session = Session::new(&ruleset);
    put(&mut session, "A", 1, 1);
    put(&mut session, "A", 0, 1);
    let stop = Stop::Exhausted;
    assert_eq!(session.run_limit(9), Fired { count: 2, stop });
    assert_eq!(facts(&session, "A"), ["1,1", "0,1"]);
    assert!(facts(&session, "B").is_empty());
    assert_eq!(agenda(&session, &ruleset), ["chooses 0"]);
}

#[test]
fn a_choice_of_nothing_is_a_fail() {
    let ruleset = chooses(1);
    let mut session = Session::new(&ruleset);
    put(&mut session, "A", 5, 1);
    put(&mut session, "A", 6, 3);
    let stop = Stop::Exhausted;
    assert_eq!(session.run_limit(9), Fired { count: 2, stop });
    assert_eq!(agenda(&session, &ruleset), ["chooses 0"]);
}

#[test]
fn what_is_changed_at_a_solution_is_undone_with_it() {
    let ruleset = chooses(0);
    let mut session = Session::new(&ruleset);
    put(&mut session, "A", 5, 2);
    assert!(session.next_solution());
    let at_solution = put(&mut session, "C", 0, 0);
    assert!(session.next_solution());
    assert_eq!(facts(&session, "B"), ["5,1"]);
    assert!(facts(&session, "C").is_empty());
    assert_ne!(put(&mut session, "C", 0, 0), at_solution);
}

#[test]
fn after_no_solution_a_change_lets_the_search_go_on() {
    let ruleset = chooses(0);
    let mut session = Session::new(&ruleset);
    let first = put(&mut session, "A", 5, 0);
    assert!(!session.next_solution());
    session.update(first, &[5.into(), 1.into()]);
    assert_eq!(solutions(&mut session), ["5,0"]);
}
