//! Recursive queries as conditions of rules: answers are there before any rule fires, and fall with what they came from.

use std::cell::RefCell;

use rules_runtime::{Listener, rules};

thread_local! {
    /// The questions that have been answered.
    static ANSWERED: RefCell<Vec<u32>> = const { RefCell::new(Vec::new()) };
}

/// Notes that a question is answered; always true.
fn is_noted(question: u32) -> bool {
    ANSWERED.with_borrow_mut(|answered| answered.push(question));
    true
}

/// The questions answered since the last call, each once, in order.
fn answered() -> Vec<u32> {
    let mut answered = ANSWERED.take();
    answered.sort_unstable();
    answered.dedup();
    answered
}

rules! {
    ruleset Roads;
    fact Edge { from: u32, to: u32 }
    fact Want(u32);
    fact Pair(u32, u32);
    #[unique] fact Reach(u32, u32);
    fact Log(String);

    query path(a: u32) -> u32 {
        when { if is_noted(a); either { Edge { from: a, to: b }; } or { Edge { from: a, to: m }; b in path(m); } }
        select b
    }
    query reachable(a: u32, b: u32) {
        when { either { Edge { from: a, to: b }; } or { Edge { from: a, to: m }; reachable(m, b); } }
    }
    query round(a: u32) { when { a in path(a); } }
    query next_but_one(a: u32) -> (u32, u32) { when { m in path(a); b in path(m) if b != m; } select (m, b) }

    rule ask { when { Want(a); b in path(a); } then { insert logical Reach(a, b); insert Log(format!("{a} to {b}")); } }
    rule none { when { Want(a); not reachable(a, 9); } then { insert Log(format!("{a} not to 9")); } }
    rule some { when { Want(a); reachable(a, 9); } then { insert Log(format!("{a} to 9 somehow")); } }
    rule many { when { Want(a); n = count(_ in path(a)) if n > 2; } then { insert Log(format!("{a} to {n}")); } }
    rule circle { when { Want(a); round(a); } then { insert Log(format!("{a} goes round")); } }
    rule same { when { Pair(a, b); b in path(a); } then { insert Log(format!("{a} does lead to {b}")); } }
    rule far { when { Pair(a, _); s = sum(x * b for { (x, b) in next_but_one(a); }) if s > 0; } then { insert Log(format!("{a} sums to {s}")); } }
}

fn roads(edges: &[(u32, u32)]) -> Roads {
    let mut roads = Roads::new();
    for &(from, to) in edges {
        roads.insert(Edge { from, to });
    }
    roads
}

/// Runs, and takes out what the rules have said.
fn said(roads: &mut Roads) -> Vec<String> {
    roads.run();
    let logs: Vec<_> = roads.handles::<Log>().collect();
    logs.into_iter()
        .map(|log| roads.retract(log).unwrap().0)
        .collect()
}

fn reached(roads: &Roads) -> Vec<(u32, u32)> {
    let mut reached: Vec<_> = roads
        .facts::<Reach>()
        .map(|fact| (fact.0, fact.1))
        .collect();
    reached.sort_unstable();
    reached
}

#[test]
fn there_is_a_match_for_each_answer_in_order_of_value() {
    let mut roads = roads(&[(1, 7), (7, 3), (3, 5)]);
    roads.insert(Want(1));
    assert_eq!(
        said(&mut roads),
        ["1 to 3", "1 to 5", "1 to 7", "1 not to 9", "1 to 3"]
    );
}

#[test]
fn a_later_answer_fires_in_its_place() {
    let mut roads = roads(&[(1, 7), (7, 3)]);
    roads.insert(Want(1));
    // Not fired yet: what comes later stands between the others.
    roads.insert_all([(3, 5), (7, 8)].map(|(from, to)| Edge { from, to }));
    roads.run();
    let reached: Vec<u32> = roads.facts::<Reach>().map(|fact| fact.1).collect();
    // Under `depth` the latest change goes first, and in it the answers by value.
    assert_eq!(reached, [5, 8, 3, 7]);
}

#[test]
fn answers_fall_with_what_they_came_from_in_circles_too() {
    let mut roads = roads(&[(1, 2), (2, 3), (3, 1)]);
    let last = roads.insert(Edge { from: 3, to: 4 });
    roads.insert(Want(1));
    said(&mut roads);
    assert_eq!(reached(&roads), [(1, 1), (1, 2), (1, 3), (1, 4)]);
    roads.retract(last).unwrap();
    assert_eq!(reached(&roads), [(1, 1), (1, 2), (1, 3)]);
    let first = roads.handles::<Edge>().next().unwrap();
    roads.retract(first).unwrap();
    assert_eq!(reached(&roads), []);
    assert_eq!(said(&mut roads), [""; 0]);
}

#[test]
fn an_answer_that_holds_another_way_is_the_same() {
    let mut roads = roads(&[(1, 2), (2, 4)]);
    roads.insert(Want(1));
    said(&mut roads);
    roads
        .transaction(|tx| {
            let old: Vec<_> = tx.handles::<Edge>().collect();
            for edge in old {
                tx.retract(edge)?;
            }
            for (from, to) in [(1, 4), (4, 2)] {
                tx.insert(Edge { from, to });
            }
            Ok::<(), rules_runtime::HandleError>(())
        })
        .unwrap();
    // Nothing fires again, and no logical fact has fallen.
    assert_eq!(said(&mut roads), [""; 0]);
    assert_eq!(reached(&roads), [(1, 2), (1, 4)]);
}

#[test]
fn what_a_change_makes_and_unmakes_is_not_seen() {
    let mut roads = roads(&[(1, 2)]);
    roads.insert(Want(1));
    said(&mut roads);
    let edge = roads.handles::<Edge>().next().unwrap();
    roads
        .transaction(|tx| {
            tx.retract(edge)?;
            tx.insert(Edge { from: 2, to: 9 });
            tx.insert(Edge { from: 1, to: 2 });
            Ok::<(), rules_runtime::HandleError>(())
        })
        .unwrap();
    assert_eq!(said(&mut roads), ["1 to 9", "1 to 9 somehow"]);
}

#[test]
fn only_what_is_asked_is_answered() {
    answered();
    let mut roads = roads(&[(1, 2), (2, 3), (5, 6), (6, 7)]);
    roads.run();
    assert_eq!(answered(), []);
    let want = roads.insert(Want(1));
    roads.run();
    assert_eq!(answered(), [1, 2, 3]);
    roads.retract(want).unwrap();
    roads.insert(Edge { from: 3, to: 4 });
    roads.run();
    assert_eq!(answered(), []);
}

#[test]
fn not_exists_and_accumulates_range_over_answers() {
    let mut roads = roads(&[(1, 2), (2, 1)]);
    roads.insert(Want(1));
    roads.insert(Pair(1, 2));
    roads.insert(Pair(2, 5));
    assert_eq!(
        said(&mut roads),
        [
            "2 sums to 4",
            "1 does lead to 2",
            "1 sums to 4",
            "1 to 1",
            "1 to 2",
            "1 not to 9",
            "1 goes round"
        ]
    );
    roads.insert(Edge { from: 2, to: 9 });
    assert_eq!(
        said(&mut roads),
        [
            "1 to 9",
            "1 to 9 somehow",
            "1 to 3",
            "2 sums to 31",
            "1 sums to 31"
        ]
    );
}

/// A derivation as text, without the numbers of the facts.
fn why(roads: &Roads, to: u32) -> String {
    let mut handles = roads.handles::<Reach>();
    let reach = handles.find(|&reach| roads.get(reach).unwrap().1 == to);
    let text = roads.why(reach.unwrap()).to_string();
    let lines = text.lines().map(|line| {
        let depth = line.len() - line.trim_start().len();
        let line = line.trim_start();
        let line = match line.strip_prefix('#') {
            Some(rest) => rest.split_once(' ').unwrap().1,
            None => line,
        };
        format!("{:depth$}{line}\n", "")
    });
    lines.collect()
}

#[test]
fn why_names_the_query_and_the_way_to_its_answer() {
    let mut roads = roads(&[(1, 2), (4, 9), (2, 3), (3, 1), (3, 4), (7, 1)]);
    roads.insert(Want(1));
    roads.run();
    let expected = "\
Reach(1, 4)
  by `ask`
    Want(1), asserted
    4 in path(1)
      by `path`
        Edge { from: 1, to: 2 }, asserted
        Edge { from: 2, to: 3 }, asserted
        Edge { from: 3, to: 4 }, asserted
";
    assert_eq!(why(&roads, 4), expected);
}

#[test]
fn why_gives_each_fact_of_the_way_once() {
    // Round a circle.
    let mut roads = roads(&[(1, 2), (2, 1)]);
    roads.insert(Want(1));
    roads.run();
    assert!(why(&roads, 1).ends_with(
        "\
      by `path`
        Edge { from: 1, to: 2 }, asserted
        Edge { from: 2, to: 1 }, asserted
"
    ));
}

#[test]
fn answers_are_no_facts_of_an_activation() {
    let mut roads = roads(&[(1, 2)]);
    let want = roads.insert(Want(1));
    let facts: Vec<usize> = roads
        .agenda()
        .map(|activation| activation.facts().len())
        .collect();
    assert_eq!(facts, [1, 1]);
    let explanation = roads.explain(RoadsRule::Ask);
    assert_eq!(explanation.matches[0].facts, [want.id()]);
    assert!(!explanation.to_string().contains("__"), "{explanation}");
}

/// Hears of facts.
#[derive(Default)]
struct Ears(Vec<String>);

impl Listener for Ears {
    fn fact_inserted(&mut self, event: rules_runtime::FactEvent<'_>) {
        self.0.push(format!("+{}", event.fact_type));
    }

    fn fact_retracted(&mut self, event: rules_runtime::FactEvent<'_>) {
        self.0.push(format!("-{}", event.fact_type));
    }
}

#[test]
fn listeners_hear_of_no_answers() {
    let mut roads = Roads::builder().listener(Ears::default()).build();
    roads.insert(Edge { from: 1, to: 2 });
    let want = roads.insert(Want(1));
    roads.retract(want).unwrap();
    assert_eq!(roads.listener().0, ["+Edge", "+Want", "-Want"]);
}

#[test]
fn a_clone_has_the_answers() {
    let mut roads = roads(&[(1, 2), (2, 3)]);
    roads.insert(Want(1));
    said(&mut roads);
    let mut clone = roads.clone();
    assert_eq!(said(&mut clone), [""; 0]);
    clone.insert(Edge { from: 3, to: 9 });
    assert_eq!(said(&mut clone), ["1 to 9", "1 to 9 somehow", "1 to 3"]);
    assert_eq!(said(&mut roads), [""; 0]);
}

rules! {
    #[backtrack]
    ruleset Tried;
    fact Step { from: u32, to: u32 }
    fact Start(u32);
    #[unique] fact Seen(u32, u32);
    query path(a: u32) -> u32 {
        when { either { Step { from: a, to: b }; } or { m in path(a); Step { from: m, to: b }; } }
        select b
    }
    rule ask { when { Start(a); b in path(a); } then { insert logical Seen(a, b); } }
}

#[test]
fn a_rollback_restores_answers_and_what_has_fired() {
    let mut tried = Tried::new();
    tried.insert_all([(1, 2), (2, 3)].map(|(from, to)| Step { from, to }));
    let want = tried.insert(Start(1));
    assert_eq!(tried.run().count, 2);
    let checkpoint = tried.checkpoint();
    tried.insert(Step { from: 3, to: 1 });
    let first = tried.handles::<Step>().next().unwrap();
    assert_eq!(tried.run().count, 1);
    tried.retract(first).unwrap();
    tried.retract(want).unwrap();
    assert_eq!(tried.len::<Seen>(), 0);
    tried.rollback(checkpoint).unwrap();
    assert_eq!(tried.len::<Seen>(), 2);
    assert_eq!(tried.run().count, 0);
    tried.insert(Step { from: 3, to: 4 });
    assert_eq!(tried.run().count, 1);
    assert_eq!(tried.len::<Seen>(), 3);
}

rules! {
    #[strategy(lex)]
    ruleset Family;
    fact Parent(String, String);
    fact Asks(String);
    fact Told(String);
    query ancestor(of: String) -> String {
        when { either { Parent(up, of); } or { m in ancestor(of.clone()); Parent(up, m); } }
        select up.clone()
    }
    query eldest() -> String {
        when { either { Parent(up, _); not Parent(_, up); } or { up in eldest(); if up.is_empty(); } }
        select up.clone()
    }
    rule begin { when { up in eldest(); } then { insert Told(format!("eldest {up}")); } }
    rule tell { when { Asks(who); up in ancestor(who); } then { insert Told(format!("{who} {up}")); } }
    rule kin {
        when { Asks(a); Asks(b) if a < b; up in ancestor(a); up in ancestor(b); }
        then { insert Told(format!("{a} and {b} from {up}")); }
    }
}

#[test]
fn texts_are_asked_and_answers_joined() {
    let mut family = Family::new();
    for (up, down) in [
        ("Eve", "Bob"),
        ("Bob", "Cid"),
        ("Bob", "Dan"),
        ("Ada", "Dan"),
    ] {
        family.insert(Parent(up.into(), down.into()));
    }
    for who in ["Cid", "Dan"] {
        family.insert(Asks(who.into()));
    }
    family.run();
    let told: Vec<&str> = family.facts::<Told>().map(|told| told.0.as_str()).collect();
    assert_eq!(
        told,
        [
            "Cid and Dan from Bob",
            "Cid and Dan from Eve",
            "Dan Ada",
            "Dan Bob",
            "Dan Eve",
            "Cid Bob",
            "Cid Eve",
            "eldest Ada",
            "eldest Eve",
        ]
    );
}
