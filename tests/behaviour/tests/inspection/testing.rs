//! `assert_fires!`: the firings that a test of a ruleset expects.

use rules_runtime::testing::fires;
use rules_runtime::{assert_fires, rules};
use std::panic::{AssertUnwindSafe, catch_unwind};

rules! {
    ruleset Till;

    fact Item { price: u32 }
    fact Receipt;
    fact Beep;

    #[salience(1)]
    rule ring_up {
        when { item @ Item { price: < 100 }; }
        then { retract item; insert Beep; }
        undo {}
    }

    rule close {
        when { r @ Receipt; not Item; }
        then { retract r; }
    }
}

fn till(prices: &[u32]) -> Till {
    let mut till = Till::new();
    till.insert(Receipt);
    till.insert_all(prices.iter().map(|&price| Item { price }));
    till
}

/// The message with which an assertion fails.
fn message(assertion: impl FnOnce()) -> String {
    let panic = catch_unwind(AssertUnwindSafe(assertion)).expect_err("it is to fail");
    *panic.downcast::<String>().expect("a message")
}

#[test]
fn firings_in_the_order_expected_pass() {
    let mut till = till(&[5, 7]);
    assert_fires!(till, [TillRule::RingUp, TillRule::RingUp, TillRule::Close]);
    assert!(till.is_empty::<Item>());
    assert_fires!(till, []);
}

#[test]
fn a_rule_may_be_expected_several_times() {
    let mut till = till(&[1, 2, 3]);
    assert_fires!(
        till,
        [fires(TillRule::RingUp).times(3), fires(TillRule::Close)]
    );
}

#[test]
fn a_firing_may_be_expected_over_a_fact() {
    let mut till = till(&[]);
    let first = till.insert(Item { price: 1 });
    let second = till.insert(Item { price: 2 });
    assert_fires!(
        till,
        [
            fires(TillRule::RingUp).over(second),
            fires(TillRule::RingUp).over(first),
            fires(TillRule::Close),
        ]
    );
}

#[test]
fn a_firing_over_another_fact_fails() {
    let mut till = till(&[]);
    let first = till.insert(Item { price: 1 });
    till.insert(Item { price: 2 });
    let message = message(|| assert_fires!(till, [fires(TillRule::RingUp).over(first)]));
    assert!(
        message.contains("`ring_up` was to fire over [#2], but `ring_up` is next over [#3]"),
        "{message}"
    );
}

#[test]
fn a_rule_that_does_not_fire_is_explained() {
    let mut till = till(&[5, 250]);
    let message = message(|| assert_fires!(till, [TillRule::RingUp, TillRule::Close]));
    let mut lines = message.lines();
    assert_eq!(
        lines.next(),
        Some("after 1 firings `close` was to fire, but none is left to fire")
    );
    assert!(message.contains(">>>> not Item"), "{message}");
    assert_eq!(till.len::<Receipt>(), 1);
}

#[test]
fn a_firing_too_many_fails_before_it() {
    let mut till = till(&[5]);
    let message = message(|| assert_fires!(till, [TillRule::RingUp]));
    assert!(
        message.starts_with("after 1 firings none was to follow, but `close` is next"),
        "{message}"
    );
    assert_eq!(till.len::<Receipt>(), 1);
}
