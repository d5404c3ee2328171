//! The firing order, and the attributes that keep a match from firing.

use crate::common::{agenda, any, pair, put, ruleset, run, types, values};
use oracle::model::condition::fact;
use oracle::model::effect::{insert, modify, retract};
use oracle::model::expression::{field, var};
use oracle::model::{Condition, Effect, Rule, Ruleset, Strategy};
use oracle::naive::{Session, Stop};

fn two_rules() -> Vec<Rule> {
    vec![
        Rule::new("first", vec![fact("A").into()], vec![]),
        Rule::new("second", vec![fact("A").into()], vec![]),
    ]
}

#[test]
fn under_depth_the_latest_change_comes_first() {
    let ruleset = ruleset(two_rules());
    let mut session = Session::new(&ruleset);
    put(&mut session, "A", 0, 0);
    put(&mut session, "A", 0, 0);
    assert_eq!(
        agenda(&session, &ruleset),
        ["first 1", "second 1", "first 0", "second 0"]
    );
}

#[test]
fn under_breadth_the_earliest_change_comes_first() {
    let ruleset = ruleset(two_rules()).strategy(Strategy::Breadth);
    let mut session = Session::new(&ruleset);
    put(&mut session, "A", 0, 0);
    put(&mut session, "A", 0, 0);
    assert_eq!(
        agenda(&session, &ruleset),
        ["first 0", "second 0", "first 1", "second 1"]
    );
}

#[test]
fn within_one_change_rules_go_as_written_and_facts_by_the_strategy() {
    let both = [values(0, 0), values(1, 0)];
    let depth = ruleset(two_rules());
    let mut session = Session::new(&depth);
    session.insert_all("A", &both);
    assert_eq!(
        agenda(&session, &depth),
        ["first 1", "first 0", "second 1", "second 0"]
    );
    let breadth = ruleset(two_rules()).strategy(Strategy::Breadth);
    let mut session = Session::new(&breadth);
    session.insert_all("A", &both);
    assert_eq!(
        agenda(&session, &breadth),
        ["first 0", "first 1", "second 0", "second 1"]
    );
}

#[test]
fn salience_comes_before_the_strategy() {
    let mut rules = two_rules();
    rules[1].salience = Some(1.into());
    let ruleset = ruleset(rules);
    let mut session = Session::new(&ruleset);
    put(&mut session, "A", 0, 0);
    put(&mut session, "A", 0, 0);
    assert_eq!(
        agenda(&session, &ruleset),
        ["second 1", "second 0", "first 1", "first 0"]
    );
}

#[test]
fn elements_go_from_left_to_right() {
    let rules = vec![Rule::new(
        "two",
        vec![fact("A").into(), fact("B").into()],
        vec![],
    )];
    let ruleset = ruleset(rules);
    let mut session = Session::new(&ruleset);
    session.insert_all("A", &[values(0, 0), values(1, 0)]);
    session.insert_all("B", &[values(0, 0), values(1, 0)]);
    assert_eq!(
        agenda(&session, &ruleset),
        ["two 1 3", "two 1 2", "two 0 3", "two 0 2"]
    );
}

#[test]
fn branches_go_in_their_own_order() {
    let either = Condition::Either(vec![vec![fact("A").into()], vec![fact("B").into()]]);
    let ruleset = ruleset(vec![Rule::new("one", vec![either], vec![])]);
    let mut session = Session::new(&ruleset);
    session.transaction(&[
        oracle::naive::Call::Insert("B".into(), values(0, 0)),
        oracle::naive::Call::Insert("A".into(), values(0, 0)),
    ]);
    assert_eq!(agenda(&session, &ruleset), ["one 1", "one 0"]);
}

#[test]
fn a_modify_does_not_change_a_facts_place() {
    let ruleset = ruleset(vec![Rule::new(
        "two",
        vec![fact("A").into(), fact("B").bind("x", "v").into()],
        vec![],
    )]);
    let mut session = Session::new(&ruleset);
    session.insert_all("A", &[values(0, 0), values(1, 0)]);
    let b = put(&mut session, "B", 0, 0);
    session.update(b, &values(1, 0));
    assert_eq!(agenda(&session, &ruleset), ["two 1 2", "two 0 2"]);
}

#[test]
fn an_activation_dates_from_the_change_that_began_its_match() {
    let ruleset = ruleset(vec![Rule::new(
        "one",
        vec![fact("A").bind("x", "v").into()],
        vec![],
    )]);
    let mut session = Session::new(&ruleset);
    let first = put(&mut session, "A", 0, 0);
    put(&mut session, "A", 0, 0);
    session.update(first, &values(0, 3));
    assert_eq!(
        agenda(&session, &ruleset),
        ["one 1", "one 0"],
        "the match stayed"
    );
    session.update(first, &values(1, 3));
    assert_eq!(
        agenda(&session, &ruleset),
        ["one 0", "one 1"],
        "a new match"
    );
}

#[test]
fn a_more_salient_activation_goes_first_at_once() {
    let mut rules = vec![
        Rule::new(
            "make",
            vec![fact("A").into()],
            vec![insert("B", &[0.into(), 0.into()])],
        ),
        Rule::new("take", vec![any("b", "B").into()], vec![retract("b")]),
    ];
    rules[1].salience = Some(1.into());
    let ruleset = ruleset(rules);
    let mut session = Session::new(&ruleset);
    session.insert_all("A", &[values(0, 0), values(0, 0)]);
    assert_eq!(
        run(&mut session, &ruleset),
        ["make 1", "take 2", "make 0", "take 3"]
    );
}

#[test]
fn no_loop_bars_the_match_that_the_rules_own_firing_makes() {
    let mut rule = Rule::new(
        "up",
        vec![any("a", "A").bind("x", "v").into()],
        vec![modify("a", "x", var("v").plus(1))],
    );
    rule.no_loop = true;
    let ruleset = ruleset(vec![rule]);
    let mut session = Session::new(&ruleset);
    let a = put(&mut session, "A", 0, 0);
    assert_eq!(run(&mut session, &ruleset), ["up 0"]);
    session.update(a, &values(0, 0));
    assert_eq!(
        run(&mut session, &ruleset),
        ["up 0"],
        "a change from outside makes another"
    );
}

#[test]
fn no_loop_does_not_bar_other_facts_nor_other_rules() {
    let mut up = Rule::new(
        "up",
        vec![any("a", "A").bind("x", "v").guard(var("v").below(2)).into()],
        vec![insert("A", &[var("v").plus(1), 0.into()])],
    );
    up.no_loop = true;
    let ruleset = ruleset(vec![up]);
    let mut session = Session::new(&ruleset);
    put(&mut session, "A", 0, 0);
    assert_eq!(run(&mut session, &ruleset), ["up 0", "up 1"]);
}

#[test]
fn two_no_loop_rules_that_feed_each_other_go_on() {
    let flip = |name: &str, from: i32, to: i32| {
        let mut rule = Rule::new(
            name,
            vec![any("a", "A").constant("x", from).into()],
            vec![modify("a", "x", to)],
        );
        rule.no_loop = true;
        rule
    };
    let ruleset = ruleset(vec![flip("on", 0, 1), flip("off", 1, 0)]);
    let mut session = Session::new(&ruleset);
    put(&mut session, "A", 0, 0);
    let fired = session.run_limit(10);
    assert_eq!((fired.count, fired.stop), (10, Stop::Limit));
}

#[test]
fn halt_stops_a_run_and_the_next_one_goes_on() {
    let ruleset = ruleset(vec![Rule::new(
        "one",
        vec![fact("A").into()],
        vec![Effect::Halt],
    )]);
    let mut session = Session::new(&ruleset);
    session.insert_all("A", &[values(0, 0), values(0, 0)]);
    for _ in 0..2 {
        let fired = session.run_limit(10);
        assert_eq!((fired.count, fired.stop), (1, Stop::Halted));
    }
    let fired = session.run_limit(10);
    assert_eq!((fired.count, fired.stop), (0, Stop::Rest));
}

#[test]
fn a_limit_reached_with_nothing_left_is_rest() {
    let ruleset = ruleset(vec![Rule::new("one", vec![fact("A").into()], vec![])]);
    let mut session = Session::new(&ruleset);
    put(&mut session, "A", 0, 0);
    put(&mut session, "A", 0, 0);
    assert_eq!(session.step().stop, Stop::Limit);
    assert_eq!(session.step().stop, Stop::Rest);
}

#[test]
fn once_is_one_firing_for_the_same_facts() {
    let mut rule = Rule::new("one", vec![fact("A").bind("x", "v").into()], vec![]);
    rule.once = true;
    let ruleset = ruleset(vec![rule]);
    let mut session = Session::new(&ruleset);
    let a = put(&mut session, "A", 0, 0);
    assert_eq!(run(&mut session, &ruleset), ["one 0"]);
    session.update(a, &values(1, 0));
    assert!(agenda(&session, &ruleset).is_empty());
    put(&mut session, "A", 1, 0);
    assert_eq!(agenda(&session, &ruleset), ["one 1"]);
}

#[test]
fn on_change_fires_only_if_what_it_watches_differs() {
    let mut rule = Rule::new("one", vec![any("a", "A").bind("x", "v").into()], vec![]);
    rule.on_change = Some(vec![field("a", "y")]);
    let ruleset = ruleset(vec![rule]);
    let mut session = Session::new(&ruleset);
    let a = put(&mut session, "A", 0, 0);
    assert_eq!(run(&mut session, &ruleset), ["one 0"]);
    session.update(a, &values(1, 0));
    assert!(agenda(&session, &ruleset).is_empty(), "only `x` changed");
    session.update(a, &values(1, 1));
    assert_eq!(agenda(&session, &ruleset), ["one 0"]);
    session.update(a, &values(1, 0));
    assert!(
        agenda(&session, &ruleset).is_empty(),
        "changed back before it fired"
    );
}

#[test]
fn salience_computed_from_a_variable_follows_it() {
    let mut rule = Rule::new("one", vec![fact("A").bind("x", "v").into()], vec![]);
    rule.salience = Some(var("v"));
    let ruleset = ruleset(vec![rule]);
    let mut session = Session::new(&ruleset);
    let first = put(&mut session, "A", 1, 0);
    put(&mut session, "A", 2, 0);
    assert_eq!(agenda(&session, &ruleset), ["one 1", "one 0"]);
    session.update(first, &values(3, 0));
    assert_eq!(agenda(&session, &ruleset), ["one 0", "one 1"]);
}

/// Rules over facts of several ages, for the strategies that look at them.
fn aged(strategy: Strategy) -> Vec<String> {
    let small = Rule::new("small", vec![fact("A").into()], vec![]);
    let large = Rule::new(
        "large",
        vec![fact("B").constant("x", 0).into(), fact("A").into()],
        vec![],
    );
    let ruleset = Ruleset::new(types(), vec![small, large]).strategy(strategy);
    let mut session = Session::new(&ruleset);
    put(&mut session, "A", 0, 0);
    put(&mut session, "B", 0, 0);
    put(&mut session, "A", 1, 0);
    agenda(&session, &ruleset)
}

#[test]
fn lex_compares_the_dates_of_the_facts_newest_first() {
    assert_eq!(
        aged(Strategy::Lex),
        ["large 1 2", "small 2", "large 1 0", "small 0"]
    );
}

#[test]
fn mea_compares_the_first_patterns_date_first() {
    assert_eq!(
        aged(Strategy::Mea),
        ["small 2", "large 1 2", "large 1 0", "small 0"]
    );
}

#[test]
fn complexity_and_simplicity_count_tests() {
    assert_eq!(
        aged(Strategy::Complexity),
        ["large 1 2", "large 1 0", "small 2", "small 0"]
    );
    assert_eq!(
        aged(Strategy::Simplicity),
        ["small 2", "small 0", "large 1 2", "large 1 0"]
    );
}

#[test]
fn order_goes_by_rules_as_written() {
    assert_eq!(
        aged(Strategy::Order),
        ["small 2", "small 0", "large 1 2", "large 1 0"]
    );
}

#[test]
fn only_the_focused_groups_activations_fire() {
    let grouped = |name: &str, group: &str| {
        let mut rule = Rule::new(name, vec![fact("A").into()], vec![]);
        rule.group = Some(group.into());
        rule
    };
    let rules = vec![
        Rule::new("free", vec![fact("A").into()], vec![]),
        grouped("left", "one"),
        grouped("right", "two"),
    ];
    let ruleset = Ruleset::new(vec![pair("A")], rules).groups(&["one", "two"]);
    let mut session = Session::new(&ruleset);
    session.insert_all("A", &[values(0, 0), values(0, 0)]);
    session.focus_on("one");
    session.focus_on("two");
    session.focus_on("one");
    assert_eq!(
        run(&mut session, &ruleset),
        ["left 1", "left 0", "right 1", "right 0", "free 1", "free 0"]
    );
}

#[test]
fn auto_focus_takes_the_focus_in_the_middle_of_a_run() {
    let mut alarm = Rule::new("alarm", vec![fact("B").into()], vec![]);
    alarm.group = Some("one".into());
    alarm.auto_focus = true;
    let rules = vec![
        Rule::new(
            "free",
            vec![fact("A").into()],
            vec![insert("B", &[0.into(), 0.into()])],
        ),
        alarm,
    ];
    let ruleset = Ruleset::new(types(), rules).groups(&["one"]);
    let mut session = Session::new(&ruleset);
    session.insert_all("A", &[values(0, 0), values(0, 0)]);
    assert_eq!(
        run(&mut session, &ruleset),
        ["free 1", "alarm 2", "free 0", "alarm 3"]
    );
}

#[test]
fn lock_on_active_bars_what_begins_while_the_group_has_the_focus() {
    let mut rule = Rule::new("locked", vec![fact("A").into()], vec![]);
    rule.group = Some("one".into());
    rule.lock_on_active = true;
    let ruleset = Ruleset::new(vec![pair("A")], vec![rule]).groups(&["one"]);
    let mut session = Session::new(&ruleset);
    put(&mut session, "A", 0, 0);
    session.focus_on("one");
    put(&mut session, "A", 0, 0);
    assert_eq!(agenda(&session, &ruleset), ["locked 0"]);
}
