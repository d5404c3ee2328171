//! Metrics of events: which wait, which came late, which have expired.

use rules_runtime::{EventMetrics, Metrics, rules};

rules! {
    #[clock(u32)]
    #[backtrack]
    ruleset Desk;

    #[event(at = at, expires = 20)]
    fact Visit { at: u32 }
    #[event(at = at)]
    fact Call { at: u32 }
    fact Note(u32);

    rule called {
        when { v @ Visit; Call within 5 after v; n = count(Call within 3); Note(_); }
        then { _ = n; }
    }
}

/// How many wait, came late and have expired, of visits and of calls.
fn numbers(metrics: &Metrics) -> [(&str, u64, u64, u64); 2] {
    let numbers = |of: &EventMetrics| (of.fact_type, of.waiting, of.late, of.expired);
    let all: Vec<_> = metrics.events.iter().map(numbers).collect();
    all.try_into().expect("the ruleset has two types of events")
}

#[test]
fn events_are_counted_by_type() {
    let mut desk = Desk::builder().now(10).build();
    desk.insert_all([8, 9, 10, 12, 14].map(|at| Visit { at }));
    desk.insert_all([9, 20].map(|at| Call { at }));
    assert_eq!(
        numbers(&desk.metrics()),
        [("Visit", 2, 2, 0), ("Call", 1, 1, 0)]
    );
    desk.advance_to(13).unwrap();
    assert_eq!(
        numbers(&desk.metrics()),
        [("Visit", 1, 2, 0), ("Call", 1, 1, 0)]
    );
    let checkpoint = desk.checkpoint();
    desk.advance_to(28).unwrap();
    assert_eq!(
        numbers(&desk.metrics()),
        [("Visit", 0, 2, 1), ("Call", 0, 1, 0)]
    );
    // What has happened counts, also where the session has gone back; what is, is as it was.
    desk.rollback(checkpoint).unwrap();
    assert_eq!(
        numbers(&desk.metrics()),
        [("Visit", 1, 2, 1), ("Call", 1, 1, 0)]
    );
    let table = desk.metrics().to_string();
    assert!(
        table.contains("\nevents Visit: 1 waiting, 2 late, 1 expired\n"),
        "{table}"
    );
}

#[test]
fn what_nothing_needs_any_more_has_expired_too() {
    let mut desk = Needy::new();
    desk.insert_all((0..50).map(|at| Login { at }));
    desk.advance_to(100).unwrap();
    assert_eq!(desk.len::<Login>(), 0);
    let metrics = desk.metrics();
    assert_eq!(metrics.events[0].expired, 50);
}

rules! {
    #[clock(u32)]
    ruleset Needy;

    #[event(at = at)]
    fact Login { at: u32 }

    rule often {
        when { n = count(Login within 10) if n > 100; }
        then {}
    }
}
