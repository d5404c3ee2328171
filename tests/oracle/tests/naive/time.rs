//! Events, their relations, and a clock that moves.

use oracle::model::condition::{self, Function, fact};
use oracle::model::{
    Condition, Event, Expression, FactType, Operator, Relation, Rule, Ruleset, Side,
};
use oracle::naive::Session;
use oracle::value::{Kind, Value};

/// Points `A { x }` that expire after two, and extents `B { x, y }`; one rule with these conditions.
fn ruleset(when: Vec<Condition>) -> Ruleset {
    let event = |until: Option<&str>, expires| Event {
        at: "x".into(),
        until: until.map(Into::into),
        expires,
    };
    let mut point = FactType::new("A", &[("x", Kind::Int)]);
    point.event = Some(event(None, Some(2)));
    let mut extent = FactType::new("B", &[("x", Kind::Int), ("y", Kind::Int)]);
    extent.event = Some(event(Some("y"), None));
    let rule = Rule::new("r", when, Vec::new());
    let mut ruleset = Ruleset::new(vec![point, extent], vec![rule]);
    ruleset.clock = true;
    ruleset
}

fn point(session: &mut Session<'_>, x: i32) {
    session.insert("A", &[Value::Int(x)]);
}

fn extent(session: &mut Session<'_>, x: i32, y: i32) {
    session.insert("B", &[Value::Int(x), Value::Int(y)]);
}

fn relation(span: Option<i32>, side: Side) -> Relation {
    let event = "b".into();
    Relation { span, side, event }
}

/// How many pairs of an extent and a point there are where the point stands so to the extent.
fn pairs(relation: Relation, points: &[i32]) -> usize {
    let mut related = fact("A");
    related.relations.push(relation);
    let ruleset = ruleset(vec![fact("B").named("b").into(), related.into()]);
    let mut session = Session::new(&ruleset);
    session.tick_to(9);
    extent(&mut session, 3, 5);
    for x in points {
        point(&mut session, *x);
    }
    session.agenda().len()
}

#[test]
fn a_relation_goes_from_the_earlier_end_to_the_later_beginning() {
    let points = [1, 2, 3, 4, 5, 6, 7];
    assert_eq!(pairs(relation(None, Side::After), &points), 3);
    assert_eq!(pairs(relation(None, Side::Before), &points), 3);
    assert_eq!(pairs(relation(Some(1), Side::After), &points), 1);
    assert_eq!(pairs(relation(Some(2), Side::After), &points), 2);
    assert_eq!(pairs(relation(Some(2), Side::Before), &points), 2);
    assert_eq!(pairs(relation(Some(2), Side::Either), &points), 4);
}

#[test]
fn an_event_waits_enters_and_expires() {
    let ruleset = ruleset(vec![fact("A").into()]);
    let mut session = Session::new(&ruleset);
    session.insert_all("A", &[vec![Value::Int(1)], vec![Value::Int(1)]]);
    point(&mut session, 1);
    point(&mut session, -1);
    point(&mut session, -2);
    assert_eq!((session.facts("A").len(), session.late()), (2, &[2, 0][..]));

    let ticks = [0, 1, 2, 3].map(|t| {
        session.tick_to(t);
        session.facts("A").len()
    });
    assert_eq!(ticks, [1, 3, 3, 0]);
    assert_eq!(session.now(), 3);
}

#[test]
fn a_window_holds_less_than_its_span() {
    let mut windowed = fact("B");
    windowed.window = Some(3);
    let ruleset = ruleset(vec![windowed.into()]);
    let mut session = Session::new(&ruleset);
    session.tick_to(4);
    for x in [1, 2, 4, 5] {
        extent(&mut session, x, 9);
    }
    let held = [4, 5, 6, 7, 8].map(|t| {
        session.tick_to(t);
        session.agenda().len()
    });
    assert_eq!(held, [2, 2, 2, 1, 0]);
}

#[test]
fn what_is_due_holds_from_its_instant_on() {
    let at = Expression::Variable("y".into());
    let when = vec![fact("B").bind("y", "y").into(), Condition::Due(at)];
    let ruleset = ruleset(when);
    let mut session = Session::new(&ruleset);
    session.tick_to(5);
    for y in [5, 6, 8] {
        extent(&mut session, 5, y);
    }
    let held = [5, 6, 7, 8].map(|t| {
        session.tick_to(t);
        session.agenda().len()
    });
    assert_eq!(held, [1, 2, 2, 3]);
}

#[test]
fn the_latest_are_those_of_each_group_and_the_next_comes_back() {
    let mut event = fact("A").bind("x", "x");
    event.last = Some(2);
    let sum = Function::Sum(Expression::Variable("x".into()));
    let mut total = condition::accumulate("n", sum, vec![event.into()]);
    total.guard = Some(Expression::Variable("n".into()).with(Operator::AtLeast, 9));
    let ruleset = ruleset(vec![Condition::Accumulate(total)]);
    let mut session = Session::new(&ruleset);
    session.tick_to(9);
    let holds = [4, 2, 5, 1].map(|x| {
        point(&mut session, x);
        session.agenda().len()
    });
    assert_eq!(holds, [0, 0, 1, 1]);
}
