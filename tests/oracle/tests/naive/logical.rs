//! Logical facts: founded support.

use crate::common::{any, facts, pair, put, run, types, values};
use oracle::model::condition::fact;
use oracle::model::effect::{insert, insert_logical, modify, retract};
use oracle::model::expression::var;
use oracle::model::{Condition, Rule, Ruleset};
use oracle::naive::{FactId, Session};

/// From a fact of one type a logical fact of another with the same `x`.
fn derive(name: &str, from: &str, to: &str) -> Rule {
    Rule::new(
        name,
        vec![fact(from).bind("x", "v").into()],
        vec![insert_logical(to, &[var("v"), 0.into()])],
    )
}

fn unique(rules: Vec<Rule>) -> Ruleset {
    let mut types = types();
    types.push(pair("D"));
    let types = types.into_iter().map(oracle::model::FactType::unique);
    Ruleset::new(types.collect(), rules)
}

#[test]
fn a_chain_falls_with_what_it_came_from() {
    let rules = vec![
        derive("b", "A", "B"),
        derive("c", "B", "C"),
        derive("d", "C", "D"),
    ];
    let ruleset = unique(rules);
    let mut session = Session::new(&ruleset);
    let a = put(&mut session, "A", 1, 0);
    run(&mut session, &ruleset);
    assert_eq!(facts(&session, "D"), ["1,0"]);
    session.retract(a);
    assert!(session.is_empty());
}

#[test]
fn a_second_support_in_the_middle_holds_the_rest() {
    let rules = vec![
        derive("b", "A", "B"),
        derive("c", "B", "C"),
        derive("too", "D", "B"),
    ];
    let ruleset = unique(rules);
    let mut session = Session::new(&ruleset);
    let a = put(&mut session, "A", 1, 0);
    let d = put(&mut session, "D", 1, 0);
    run(&mut session, &ruleset);
    session.retract(a);
    assert_eq!(facts(&session, "C"), ["1,0"]);
    session.retract(d);
    assert!(session.is_empty());
}

#[test]
fn a_plain_insert_makes_a_supported_fact_stand_by_itself() {
    let ruleset = unique(vec![derive("b", "A", "B")]);
    let mut session = Session::new(&ruleset);
    let a = put(&mut session, "A", 1, 0);
    run(&mut session, &ruleset);
    put(&mut session, "B", 1, 0);
    session.retract(a);
    assert_eq!(facts(&session, "B"), ["1,0"]);
}

#[test]
fn each_match_supports_a_fact_of_its_own_unless_facts_are_unique() {
    for (unique, there) in [(false, 2), (true, 1)] {
        let kind = if unique {
            pair("B").unique()
        } else {
            pair("B")
        };
        let derive = Rule::new(
            "b",
            vec![fact("A").into()],
            vec![insert_logical("B", &[0.into(), 0.into()])],
        );
        let ruleset = Ruleset::new(vec![pair("A"), kind], vec![derive]);
        let mut session = Session::new(&ruleset);
        let a = put(&mut session, "A", 1, 0);
        put(&mut session, "A", 2, 0);
        run(&mut session, &ruleset);
        assert_eq!(facts(&session, "B").len(), there);
        session.retract(a);
        assert_eq!(facts(&session, "B").len(), 1);
    }
}

#[test]
fn retract_removes_a_fact_whatever_supports_it() {
    let ruleset = unique(vec![derive("b", "A", "B")]);
    let mut session = Session::new(&ruleset);
    put(&mut session, "A", 1, 0);
    run(&mut session, &ruleset);
    session.retract(FactId(1));
    assert!(facts(&session, "B").is_empty());
    assert!(
        run(&mut session, &ruleset).is_empty(),
        "the match has fired"
    );
}

#[test]
fn a_modified_fact_keeps_its_supports() {
    let ruleset = unique(vec![derive("b", "A", "B")]);
    let mut session = Session::new(&ruleset);
    let a = put(&mut session, "A", 1, 0);
    run(&mut session, &ruleset);
    session.update(FactId(1), &values(3, 3));
    assert_eq!(facts(&session, "B"), ["3,3"]);
    session.retract(a);
    assert!(session.is_empty());
}

#[test]
fn a_change_of_what_is_read_ends_the_support() {
    let ruleset = unique(vec![derive("b", "A", "B")]);
    let mut session = Session::new(&ruleset);
    let a = put(&mut session, "A", 1, 0);
    run(&mut session, &ruleset);
    session.update(a, &values(1, 3));
    assert_eq!(facts(&session, "B"), ["1,0"], "`y` is not read");
    session.update(a, &values(2, 3));
    assert!(facts(&session, "B").is_empty());
    run(&mut session, &ruleset);
    assert_eq!(facts(&session, "B"), ["2,0"]);
}

#[test]
fn a_firing_that_ends_its_own_match_supports_nothing() {
    let derive = Rule::new(
        "b",
        vec![any("a", "A").bind("x", "v").into()],
        vec![insert_logical("B", &[var("v"), 0.into()]), retract("a")],
    );
    let watch = Rule::new("seen", vec![fact("B").into()], vec![]);
    let ruleset = unique(vec![derive, watch]);
    let mut session = Session::new(&ruleset);
    put(&mut session, "A", 1, 0);
    assert_eq!(run(&mut session, &ruleset), ["b 0"]);
    assert!(session.is_empty());
}

#[test]
fn facts_that_support_only_each_other_fall_together() {
    let rules = vec![
        derive("b", "A", "B"),
        derive("c", "B", "C"),
        derive("back", "C", "B"),
    ];
    let ruleset = unique(rules);
    let mut session = Session::new(&ruleset);
    let a = put(&mut session, "A", 1, 0);
    run(&mut session, &ruleset);
    session.retract(a);
    assert!(session.is_empty());
}

#[test]
fn support_may_rest_on_what_is_not_there() {
    let lonely = Rule::new(
        "lonely",
        vec![
            fact("A").bind("x", "v").into(),
            Condition::Not(vec![fact("B").bind("x", "v").into()]),
        ],
        vec![insert_logical("C", &[var("v"), 0.into()])],
    );
    let ruleset = unique(vec![lonely]);
    let mut session = Session::new(&ruleset);
    put(&mut session, "A", 1, 0);
    run(&mut session, &ruleset);
    assert_eq!(facts(&session, "C"), ["1,0"]);
    let b = put(&mut session, "B", 1, 0);
    assert!(facts(&session, "C").is_empty());
    session.retract(b);
    run(&mut session, &ruleset);
    assert_eq!(facts(&session, "C"), ["1,0"]);
}

#[test]
fn what_falls_and_what_it_blocked_are_one_change() {
    // `B` comes from `A`; `C` stands while there is no `B`. In the change that takes `A` away and puts in a
    // `D`, `B` falls: the match of `open` was ended by no state before or after.
    let open = Rule::new(
        "open",
        vec![fact("D").into(), Condition::Not(vec![fact("B").into()])],
        vec![],
    );
    let ruleset = unique(vec![derive("b", "A", "B"), open]);
    let mut session = Session::new(&ruleset);
    let a = put(&mut session, "A", 1, 0);
    run(&mut session, &ruleset);
    put(&mut session, "D", 1, 0);
    assert!(run(&mut session, &ruleset).is_empty());
    session.retract(a);
    assert_eq!(run(&mut session, &ruleset), ["open 2"]);
}

/// The pairs of the transitive closure of some edges.
fn closure(edges: &[(i32, i32)]) -> Vec<String> {
    let mut pairs = edges.to_vec();
    loop {
        let mut more = pairs.clone();
        for (from, to) in edges {
            for (start, end) in &pairs {
                if start == to && !more.contains(&(*from, *end)) {
                    more.push((*from, *end));
                }
            }
        }
        if more.len() == pairs.len() {
            break;
        }
        pairs = more;
    }
    pairs.sort_unstable();
    pairs.dedup();
    let shown = pairs.iter().map(|(from, to)| format!("{from},{to}"));
    shown.collect()
}

#[test]
fn the_closure_of_a_cyclic_graph_stays_the_closure_as_edges_go() {
    let step = Rule::new(
        "step",
        vec![fact("A").bind("x", "from").bind("y", "to").into()],
        vec![insert_logical("B", &[var("from"), var("to")])],
    );
    let join = Rule::new(
        "join",
        vec![
            fact("A").bind("x", "from").bind("y", "middle").into(),
            fact("B").bind("x", "middle").bind("y", "to").into(),
        ],
        vec![insert_logical("B", &[var("from"), var("to")])],
    );
    let ruleset = unique(vec![step, join]);
    let mut edges = vec![(0, 1), (1, 2), (2, 0), (2, 3), (3, 1), (1, 1)];
    let mut session = Session::new(&ruleset);
    let mut ids = Vec::new();
    for (from, to) in &edges {
        ids.push(put(&mut session, "A", *from, *to));
    }
    loop {
        session.run_limit(1000);
        let mut found = facts(&session, "B");
        found.sort();
        assert_eq!(found, closure(&edges));
        if edges.pop().is_none() {
            break;
        }
        session.retract(ids.pop().expect("an edge"));
    }
}

#[test]
fn the_supports_of_a_unique_fact_pass_to_the_one_made_equal_to_it() {
    let onto = Rule::new(
        "onto",
        vec![any("d", "D").into(), any("c", "C").constant("x", 3).into()],
        vec![modify("c", "x", 1), retract("d")],
    );
    let rules = vec![
        derive("one", "A", "C"),
        Rule::new(
            "three",
            vec![fact("B").into()],
            vec![insert("C", &[3.into(), 0.into()])],
        ),
        onto,
    ];
    let ruleset = unique(rules);
    let mut session = Session::new(&ruleset);
    let a = put(&mut session, "A", 1, 0);
    put(&mut session, "B", 0, 0);
    run(&mut session, &ruleset);
    put(&mut session, "D", 0, 0);
    run(&mut session, &ruleset);
    assert_eq!(facts(&session, "C"), ["1,0"]);
    session.retract(a);
    assert_eq!(facts(&session, "C"), ["1,0"], "it stands by itself");
}
