//! Queries beside the rest of a session: rules, changes, indexes, identities.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use behaviour::Recorder;
use rules_runtime::{Handle, rules};

thread_local! {
    static CALLS: Cell<usize> = const { Cell::new(0) };
}

/// Whether a number is even; counts its calls.
fn even(number: u32, _of: u32) -> bool {
    CALLS.set(CALLS.get() + 1);
    number.is_multiple_of(2)
}

fn calls(during: impl FnOnce()) -> usize {
    CALLS.set(0);
    during();
    CALLS.get()
}

rules! {
    ruleset Stock;

    #[derive(Debug, Clone, PartialEq)]
    fact Item { shelf: u32, name: String, weight: f64, number: u32 }
    fact Shelf(u32);
    fact Full(u32);
    #[unique]
    fact Tag(u32, &'static str);
    #[key(id)]
    fact Box { id: u32, content: u32 }

    rule fill {
        when { Shelf(shelf); n = count(Item { shelf }) if n >= 3; }
        then { insert logical Full(shelf); }
    }
    rule drop {
        when { i @ Item { weight } if weight > 100.0; }
        then { retract i; }
    }

    query numbers(shelf: u32) -> u32 { when { Item { shelf, number }; } select number }
    query evens(shelf: u32) -> u32 { when { Item { shelf, number } if even(number, shelf); } select number }
    query evens_of(name: &str) -> u32 { when { Item { name, number } if even(number, name.len() as u32); } select number }
    query evens_from(shelf: u32) -> u32 { when { Item { shelf: >= shelf, number } if even(number, shelf); } select number }
    query evens_on_shelves() -> u32 { when { Shelf(shelf); Item { shelf, number } if even(number, shelf); } select number }
    query some_even(shelf: u32) { when { exists Item { shelf, number } if even(number, shelf); } }
    query of_weight(weight: f64) -> u32 { when { Item { weight, number }; } select number }
    query full(shelf: u32) { when { Full(shelf); } }
    query tagged(tag: &'static str) -> u32 { when { Tag(number, tag); } select number }
    query content(id: u32) -> (Handle<Box>, u32) { when { b @ Box { id, content }; } select (b.handle(), content) }
}

fn item(shelf: u32, number: u32) -> Item {
    Item {
        shelf,
        name: format!("item {number}"),
        weight: 1.5,
        number,
    }
}

#[test]
fn an_equality_with_a_parameter_is_looked_up() {
    let mut stock = Stock::new();
    stock.insert_all((0..1000).map(|number| item(number / 10, number)));
    let found = |found: Vec<u32>, expected: &[u32]| assert_eq!(found, expected);
    assert_eq!(
        calls(|| found(stock.evens(7).collect(), &[70, 72, 74, 76, 78])),
        10
    );
    assert_eq!(calls(|| found(stock.evens(100).collect(), &[])), 0);
    assert_eq!(calls(|| found(stock.evens_of("item 5").collect(), &[])), 1);
    assert_eq!(
        calls(|| assert!(stock.some_even(7))),
        calls(|| assert!(stock.some_even(8)))
    );
    assert_eq!(
        calls(|| found(stock.evens_from(99).collect(), &[990, 992, 994, 996, 998])),
        10
    );
    stock.insert(Shelf(3));
    assert_eq!(
        calls(|| found(stock.evens_on_shelves().collect(), &[30, 32, 34, 36, 38])),
        10
    );
}

#[test]
fn the_first_witness_is_enough() {
    let mut stock = Stock::new();
    stock.insert_all((0..100).map(|number| item(1, 2 * number)));
    assert_eq!(calls(|| assert!(stock.some_even(1))), 1);
}

#[test]
fn a_field_without_a_hash_is_joined_by_its_equality() {
    let mut stock = Stock::new();
    for (number, weight) in [(1, 0.5), (2, f64::NAN), (3, 0.5), (4, -0.0)] {
        stock.insert(Item {
            weight,
            ..item(1, number)
        });
    }
    assert_eq!(stock.of_weight(0.5).collect::<Vec<_>>(), [1, 3]);
    assert_eq!(stock.of_weight(0.0).collect::<Vec<_>>(), [4]);
    assert_eq!(stock.of_weight(f64::NAN).count(), 0);
}

#[test]
fn what_rules_do_is_seen_when_they_have_done_it() {
    let mut stock = Stock::new();
    stock.insert(Shelf(1));
    let handles = stock.insert_all([item(1, 1), item(1, 2), item(1, 3)]);
    assert!(!stock.full(1));
    stock.run();
    assert!(stock.full(1));
    stock
        .update(handles[0], |item| item.weight = 101.0)
        .unwrap();
    assert_eq!(stock.numbers(1).collect::<Vec<_>>(), [1, 2, 3]);
    stock.run();
    assert_eq!(stock.numbers(1).collect::<Vec<_>>(), [2, 3]);
    assert!(!stock.full(1));
}

#[test]
fn what_a_change_gives_up_is_never_seen() {
    let mut stock = Stock::new();
    stock.insert(item(1, 1));
    let failed = stock.transaction(|tx| {
        tx.insert(item(1, 2));
        Err::<(), &str>("no")
    });
    assert_eq!(failed, Err("no"));
    assert_eq!(stock.numbers(1).collect::<Vec<_>>(), [1]);
}

#[test]
fn facts_that_are_told_apart_are_found_as_they_are() {
    let mut stock = Stock::new();
    stock.insert_all([Tag(1, "new"), Tag(2, "old"), Tag(1, "new"), Tag(3, "new")]);
    assert_eq!(stock.tagged("new").collect::<Vec<_>>(), [1, 3]);
    let first = stock.insert(Box { id: 7, content: 1 });
    let second = stock.insert(Box { id: 8, content: 2 });
    stock.insert(Box { id: 7, content: 3 });
    assert_eq!(stock.content(7).collect::<Vec<_>>(), [(first, 3)]);
    stock.update(second, |b| b.id = 7).unwrap();
    assert_eq!(stock.content(7).collect::<Vec<_>>(), [(second, 2)]);
    assert_eq!(stock.content(8).count(), 0);
}

#[test]
fn a_query_changes_nothing() {
    let mut stock = Stock::builder().listener(Recorder::default()).build();
    stock.insert(Shelf(1));
    stock.insert_all([item(1, 1), item(1, 2), item(1, 3)]);
    let agenda: Vec<_> = stock.agenda().collect();
    stock.listener_mut().take();
    assert_eq!(stock.numbers(1).count(), 3);
    assert!(!stock.full(1));
    assert_eq!(stock.agenda().collect::<Vec<_>>(), agenda);
    assert!(stock.listener_mut().take().is_empty());
    assert_eq!(stock.run().count, 1);
}

#[test]
fn results_that_borrow_nothing_outlive_a_change() {
    let mut stock = Stock::new();
    stock.insert_all([item(1, 1), item(1, 2)]);
    let numbers = stock.numbers(1);
    stock.insert(item(1, 3));
    assert_eq!(numbers.collect::<Vec<_>>(), [1, 2]);
    assert_eq!(stock.numbers(1).count(), 3);
}

rules! {
    ruleset Fragile;
    fact Glass(u32);
    rule break_it { when { Glass(n) if 10 / n > 1; } then {} }
    query glasses() -> u32 { when { Glass(n); } select n }
}

#[test]
fn a_poisoned_session_answers_no_query() {
    let mut session = Fragile::new();
    session.insert(Glass(1));
    catch_unwind(AssertUnwindSafe(|| session.insert(Glass(0)))).unwrap_err();
    let panic = catch_unwind(AssertUnwindSafe(|| session.glasses())).unwrap_err();
    let said = panic.downcast_ref::<String>().map(String::as_str);
    assert!(
        said.is_some_and(|said| said.contains("this session is poisoned")),
        "{said:?}"
    );
}

#[test]
fn a_panic_in_a_query_leaves_the_session_as_it_is() {
    rules! {
        ruleset Calm;
        fact Glass(u32);
        query inverse(of: u32) -> u32 { when { Glass(n) if of / n > 0; } select n }
    }
    let mut session = Calm::new();
    let empty = session.insert(Glass(0));
    catch_unwind(AssertUnwindSafe(|| session.inverse(2))).unwrap_err();
    session.retract(empty).unwrap();
    session.insert(Glass(2));
    assert_eq!(session.inverse(2).collect::<Vec<_>>(), [2]);
}

rules! {
    ruleset Conversions;

    fact Number(u32);

    query into() -> u32 {
        when { Number(n); }
        select n
    }
    query try_into(n: u32) {
        when { Number(n); }
    }
    query to_owned(least: u32) -> u32 {
        when { Number(n) if n >= least; }
        select n
    }
}

#[test]
fn queries_may_have_the_names_of_methods_that_everything_has() {
    let mut session = Conversions::new();
    session.insert_all([Number(1), Number(2)]);
    let all = session.watch_into();
    assert_eq!(session.changes(&all).unwrap().added.len(), 2);
    session.insert(Number(3));
    assert_eq!(session.changes(&all).unwrap().added, [3]);
    assert!(Conversions::try_into(&session, 2));
    assert_eq!(Conversions::to_owned(&session, 2).count(), 2);
}
