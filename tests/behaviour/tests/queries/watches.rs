//! Watched queries: what has changed of their answers since they were last looked at.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use rules_runtime::{Changes, Handle, WatchError, Watched, rules};

rules! {
    #[backtrack]
    ruleset Roads;
    fact Edge { from: u32, to: u32 }
    fact Town { name: String, people: u32, height: f64 }
    fact Grow;

    query path(a: u32) -> u32 {
        when { either { Edge { from: a, to: b }; } or { m in path(a); Edge { from: m, to: b }; } }
        select b
    }
    query reachable(a: u32, b: u32) {
        when { either { Edge { from: a, to: b }; } or { Edge { from: a, to: m }; reachable(m, b); } }
    }
    query leaving(a: u32) -> u32 { when { Edge { from: a, to }; } select to }
    query linked(a: u32, b: u32) { when { Edge { from: a, to: b }; } }
    query ends() -> u32 { when { Edge { to }; } select to }
    query edges() -> Handle<Edge> { when { e @ Edge; } select e.handle() }
    query towns(name: &str) -> &Town { when { t @ Town { name }; } select t }
    query named(people: u32) -> (&str, Option<&u32>, f64) {
        when { t @ Town { people }; }
        select (t.name.as_str(), Some(&t.people).filter(|people| **people > 1), t.height)
    }
    query heights() -> f64 { when { Town { height }; } select height }

    rule grow {
        when { g @ Grow; Edge { to }; }
        then { retract g; insert Edge { from: to, to: to + 1 }; }
    }
}

/// A struct in which a watch is kept.
struct Screen {
    ways: Watched<u32>,
}

fn changes<R>(removed: impl Into<Vec<R>>, added: impl Into<Vec<R>>) -> Changes<R> {
    Changes {
        removed: removed.into(),
        added: added.into(),
    }
}

fn edge(from: u32, to: u32) -> Edge {
    Edge { from, to }
}

fn town(name: &str, people: u32, height: f64) -> Town {
    Town {
        name: name.into(),
        people,
        height,
    }
}

#[test]
fn at_the_first_look_all_is_added() {
    let mut roads = Roads::new();
    roads.insert_all([edge(1, 2), edge(2, 3)]);
    let screen = Screen {
        ways: roads.watch_path(1),
    };
    assert_eq!(roads.changes(&screen.ways), Ok(changes([], [2, 3])));
    assert_eq!(roads.changes(&screen.ways), Ok(changes([], [])));
    let empty = roads.watch_path(7);
    assert!(roads.changes(&empty).unwrap().is_empty());
}

#[test]
fn a_recursive_query_is_a_set() {
    let mut roads = Roads::new();
    let ways = roads.watch_path(1);
    let first = roads.insert_all([edge(1, 2), edge(2, 3), edge(1, 3), edge(3, 1)])[0];
    assert_eq!(roads.changes(&ways), Ok(changes([], [1, 2, 3])));
    roads.retract(first).unwrap();
    roads.insert(edge(3, 9));
    assert_eq!(roads.changes(&ways), Ok(changes([2], [9])));
    roads.insert(edge(1, 9));
    assert!(roads.changes(&ways).unwrap().is_empty());
}

#[test]
fn other_answers_are_counted() {
    let mut roads = Roads::new();
    let ends = roads.watch_ends();
    let handles = roads.insert_all([edge(1, 5), edge(2, 5), edge(3, 4)]);
    assert_eq!(roads.changes(&ends), Ok(changes([], [5, 5, 4])));
    roads.retract(handles[0]).unwrap();
    assert_eq!(roads.changes(&ends), Ok(changes([5], [])));
    roads.retract(handles[1]).unwrap();
    roads.insert(edge(9, 5));
    assert!(roads.changes(&ends).unwrap().is_empty(), "by value");
}

#[test]
fn a_query_without_results_is_a_unit_while_it_holds() {
    let mut roads = Roads::new();
    let (direct, any) = (roads.watch_linked(1, 3), roads.watch_reachable(1, 3));
    let road = roads.insert_all([edge(1, 2), edge(2, 3)])[1];
    assert!(roads.changes(&direct).unwrap().is_empty());
    assert_eq!(roads.changes(&any), Ok(changes([], [()])));
    roads.update(road, |road| road.from = 1).unwrap();
    assert_eq!(roads.changes(&direct), Ok(changes([], [()])));
    assert!(roads.changes(&any).unwrap().is_empty());
    roads.retract(road).unwrap();
    assert_eq!(roads.changes(&any), Ok(changes([()], [])));
}

#[test]
fn what_rules_and_transactions_do_is_seen() {
    let mut roads = Roads::new();
    let ways = roads.watch_leaving(2);
    roads.insert_all([edge(1, 2)]);
    roads.insert(Grow);
    assert!(roads.changes(&ways).unwrap().is_empty());
    roads.run();
    assert_eq!(roads.changes(&ways), Ok(changes([], [3])));
    let failed = roads.transaction(|tx| {
        tx.insert(edge(2, 8));
        Err::<(), &str>("no")
    });
    assert!(failed.is_err() && roads.changes(&ways).unwrap().is_empty());
}

#[test]
fn answers_that_borrow_are_copied() {
    let mut roads = Roads::new();
    let (ulm, small) = (roads.watch_towns("Ulm"), roads.watch_named(1));
    let handle = roads.insert(town("Ulm", 1, 4.5));
    assert_eq!(roads.changes(&ulm).unwrap().added, [town("Ulm", 1, 4.5)]);
    let found = roads.changes(&small).unwrap();
    assert_eq!(found.added, [("Ulm".to_owned(), None, 4.5)]);
    roads.update(handle, |town| town.height = 5.0).unwrap();
    let found = roads.changes(&ulm).unwrap();
    assert_eq!(found, changes([town("Ulm", 1, 4.5)], [town("Ulm", 1, 5.0)]));
    roads.update(handle, |town| town.people = 2).unwrap();
    assert_eq!(roads.changes(&small).unwrap().removed.len(), 1);
    let pairs = roads.watch_named(2);
    let found = roads.changes(&pairs).unwrap();
    assert_eq!(found.added, [("Ulm".to_owned(), Some(2), 5.0)]);
}

#[test]
fn answers_without_an_order_are_compared_with_each_other() {
    let mut roads = Roads::new();
    let heights = roads.watch_heights();
    let hills = [3.0, 1.0, 3.0, 2.0].map(|height| town("Hill", 1, height));
    let handles = roads.insert_all(hills);
    assert_eq!(roads.changes(&heights).unwrap().added, [3.0, 1.0, 3.0, 2.0]);
    roads.retract(handles[0]).unwrap();
    roads.insert(town("Hill", 1, 1.0));
    roads.update(handles[3], |town| town.height = 7.0).unwrap();
    assert_eq!(roads.changes(&heights), Ok(changes([3.0, 2.0], [7.0, 1.0])));
}

#[test]
fn a_handle_is_a_value_too() {
    let mut roads = Roads::new();
    let edges = roads.watch_edges();
    let first = roads.insert(edge(1, 2));
    assert_eq!(roads.changes(&edges), Ok(changes([], [first])));
    roads.update(first, |edge| edge.to = 3).unwrap();
    assert!(roads.changes(&edges).unwrap().is_empty());
    roads.retract(first).unwrap();
    let second = roads.insert(edge(1, 3));
    assert_eq!(roads.changes(&edges), Ok(changes([first], [second])));
}

#[test]
fn after_a_rollback_two_states_are_compared() {
    let mut roads = Roads::new();
    roads.insert_all([edge(1, 2)]);
    let ways = roads.watch_path(1);
    assert_eq!(roads.changes(&ways).unwrap().added, [2]);
    let before = roads.checkpoint();
    let late = roads.watch_leaving(1);
    roads.insert_all([edge(2, 3), edge(3, 4), edge(1, 7)]);
    assert_eq!(roads.changes(&ways).unwrap().added, [3, 4, 7]);
    assert_eq!(roads.changes(&late).unwrap().added, [2, 7]);
    roads.rollback(before).unwrap();
    // The session goes on, to the same number of changes.
    roads.insert(edge(2, 4));
    assert_eq!(roads.changes(&ways), Ok(changes([3, 7], [])));
    assert_eq!(roads.changes(&late), Ok(changes([7], [])));
}

#[test]
fn what_is_not_looked_at_between_is_not_told() {
    let mut roads = Roads::new();
    let ways = roads.watch_path(1);
    let road = roads.insert(edge(1, 2));
    roads.retract(road).unwrap();
    assert!(roads.changes(&ways).unwrap().is_empty());
}

#[test]
fn a_watch_ends() {
    let mut roads = Roads::new();
    let (first, second) = (roads.watch_path(1), roads.watch_path(1));
    roads.insert(edge(1, 2));
    roads.unwatch(first).unwrap();
    assert_eq!(roads.changes(&second).unwrap().added, [2]);
    roads.unwatch(second).unwrap();
    let third = roads.watch_path(1);
    assert_eq!(roads.changes(&third).unwrap().added, [2]);
}

#[test]
fn copies_and_other_sessions_do_not_know_a_watch() {
    let mut roads = Roads::new();
    roads.insert(edge(1, 2));
    let ways = roads.watch_path(1);
    let (mut copy, mut other) = (roads.clone(), Roads::new());
    let foreign = copy.changes(&ways).unwrap_err();
    let said = "the watched query is another session's";
    assert_eq!(foreign.to_string(), said);
    // Watches of their own are not taken for it.
    let of_copy = copy.watch_path(1);
    let of_other = other.watch_leaving(1);
    assert_eq!(copy.changes(&ways), Err(foreign));
    assert_eq!(other.changes(&ways), Err(foreign));
    assert_eq!(roads.changes(&of_copy), Err(foreign));
    assert_eq!(roads.changes(&of_other), Err(foreign));
    assert_eq!(copy.changes(&of_copy).unwrap().added, [2]);
    assert_eq!(roads.unwatch(of_copy), Err(foreign));
    assert_eq!(roads.changes(&ways).unwrap().added, [2]);
}

thread_local! {
    static PANICS: Cell<bool> = const { Cell::new(false) };
}

fn checked(number: u32) -> bool {
    assert!(!PANICS.get() || number != 0, "zero");
    true
}

rules! {
    ruleset Fragile;
    fact Glass(u32);
    rule break_it { when { Glass(n) if 10 / n > 1; } then {} }
    query glasses() -> u32 { when { Glass(n); } select n }
    query checked_glasses(of: u32) -> u32 { when { Glass(n) if checked(n % of); } select n }
}

#[test]
fn a_panic_while_looking_loses_nothing() {
    let mut session = Fragile::new();
    let seen = session.watch_checked_glasses(2);
    session.insert_all([Glass(1), Glass(2)]);
    PANICS.set(true);
    catch_unwind(AssertUnwindSafe(|| session.changes(&seen))).unwrap_err();
    PANICS.set(false);
    assert_eq!(session.changes(&seen).unwrap().added, [1, 2]);
}

#[test]
fn a_poisoned_session_says_so() {
    let mut session = Fragile::new();
    let seen = session.watch_glasses();
    catch_unwind(AssertUnwindSafe(|| session.insert(Glass(0)))).unwrap_err();
    let error: WatchError = session.changes(&seen).unwrap_err();
    let said = error.to_string();
    assert!(said.contains("this session is poisoned"), "{said}");
    assert_eq!(session.unwatch(seen), Err(error));
}

#[test]
fn sessions_stay_send() {
    fn is_send<T: Send>(_: &T) {}
    let mut roads = Roads::new();
    let ways = roads.watch_path(1);
    is_send(&roads);
    is_send(&ways);
}
