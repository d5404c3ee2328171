//! What the clock alone begins and ends: windows of time, instants that fall due, and the `not` that waits for one.

use std::time::Duration;

use rules_runtime::rules;

rules! {
    #[clock(u32)]
    #[allow(rules::unbounded_event)]
    #[backtrack]
    ruleset Desk;

    #[event(at = at)]
    fact Question { at: u32, id: u32 }
    #[event(at = from, until = to)]
    fact Call { from: u32, to: u32, id: u32 }
    #[event(at = at)]
    fact Answer { at: u32, id: u32 }
    #[event(at = at)]
    fact Login { at: u32, user: &'static str, failed: bool }
    #[unique] fact Busy(&'static str);
    fact Order { id: u32, due_at: u32, paid: bool }
    global log: Vec<(u32, String)>;

    rule unanswered {
        when { q @ Question { id }; not Answer { id } within 30 after q; }
        then { log.push((now, format!("{id} has no answer"))); }
    }
    rule silent {
        when { c @ Call { id }; not Answer { id } within 5 after c; }
        then { log.push((now, format!("call {id} led to nothing"))); }
    }
    rule remind {
        when { Order { id, due_at, paid: false }; due due_at; }
        then { log.push((now, format!("order {id} is not paid"))); }
    }
    rule brute {
        when { n = count(Login { user, failed: true } within 10) by (user) if n >= 3; }
        then { log.push((now, format!("{user} failed {n} times"))); }
    }
    rule busy {
        when { exists Login { user: "ann" } within 10; }
        then { insert logical Busy("ann"); }
    }
    rule quiet {
        when { Login { user: "bob" }; not Login { user: "bob" } within 20; }
        then { log.push((now, "bob is quiet".into())); }
    }
    query recent(user: &'static str) -> u32 {
        when { Login { at, user } within 10; }
        select at
    }
    query unpaid() -> u32 {
        when { Order { id, due_at, paid: false }; due due_at + 5; }
        select id
    }
}

fn login(at: u32, user: &'static str) -> Login {
    Login {
        at,
        user,
        failed: true,
    }
}

fn said(desk: &mut Desk) -> Vec<(u32, String)> {
    std::mem::take(&mut desk.globals_mut().log)
}

fn lines(of: &[(u32, &str)]) -> Vec<(u32, String)> {
    of.iter().map(|&(at, text)| (at, text.to_owned())).collect()
}

#[test]
fn a_not_that_waits_holds_when_the_time_is_over() {
    let mut desk = Desk::new(vec![]);
    desk.insert_all([(5, 1), (6, 2), (7, 3)].map(|(at, id)| Question { at, id }));
    desk.insert_all([(20, 2), (37, 3)].map(|(at, id)| Answer { at, id }));
    desk.advance_to(100).unwrap();
    // A span is always less than that: at 37 it is too late for the third.
    assert_eq!(
        said(&mut desk),
        lines(&[(35, "1 has no answer"), (37, "3 has no answer")])
    );
    desk.__verify();
}

#[test]
fn the_time_of_an_event_with_an_extent_is_counted_from_its_end() {
    let mut desk = Desk::new(vec![]);
    desk.insert(Call {
        from: 1,
        to: 10,
        id: 4,
    });
    desk.advance_to(14).unwrap();
    assert_eq!(said(&mut desk), []);
    desk.advance_to(15).unwrap();
    assert_eq!(said(&mut desk), lines(&[(15, "call 4 led to nothing")]));
}

#[test]
fn what_is_due_already_holds_at_once() {
    let mut desk = Desk::builder().now(50).build(vec![]);
    desk.insert(Order {
        id: 1,
        due_at: 50,
        paid: false,
    });
    desk.insert(Order {
        id: 2,
        due_at: 51,
        paid: false,
    });
    desk.run();
    assert_eq!(said(&mut desk), lines(&[(50, "order 1 is not paid")]));
    assert!(desk.tick_to(60).unwrap());
    assert_eq!(desk.now(), 51);
    desk.run();
    assert_eq!(said(&mut desk), lines(&[(51, "order 2 is not paid")]));
}

#[test]
fn an_instant_that_is_moved_is_waited_for_anew() {
    let mut desk = Desk::new(vec![]);
    let order = desk.insert(Order {
        id: 1,
        due_at: 10,
        paid: false,
    });
    desk.advance_to(5).unwrap();
    desk.update(order, |order| order.due_at = 20).unwrap();
    desk.advance_to(15).unwrap();
    assert_eq!(said(&mut desk), []);
    desk.update(order, |order| order.due_at = 12).unwrap();
    desk.run();
    assert_eq!(said(&mut desk), lines(&[(15, "order 1 is not paid")]));
    desk.__verify();
}

#[test]
fn a_window_slides_with_the_clock() {
    let mut desk = Desk::new(vec![]);
    desk.insert_all([1, 8, 11, 12, 20].map(|at| login(at, "ann")));
    let mut counts = Vec::new();
    for at in [8, 10, 11, 12, 18, 19, 21, 22, 30] {
        desk.advance_to(at).unwrap();
        counts.push((at, desk.recent("ann").collect::<Vec<_>>()));
        desk.__verify();
    }
    let expected = [
        (8, vec![1, 8]),
        (10, vec![1, 8]),
        (11, vec![8, 11]),
        (12, vec![8, 11, 12]),
        (18, vec![11, 12]),
        (19, vec![11, 12]),
        (21, vec![12, 20]),
        (22, vec![20]),
        (30, vec![]),
    ];
    assert_eq!(counts, expected);
    // Two are left at 18.
    assert_eq!(
        said(&mut desk),
        lines(&[(12, "ann failed 3 times"), (20, "ann failed 3 times")])
    );
}

#[test]
fn what_rests_on_a_window_falls_when_it_is_empty() {
    let mut desk = Desk::new(vec![]);
    let first = desk.insert(login(0, "ann"));
    desk.insert(login(3, "ann"));
    desk.advance_to(9).unwrap();
    assert_eq!(desk.len::<Busy>(), 1);
    desk.retract(first).unwrap();
    desk.advance_to(12).unwrap();
    assert_eq!(desk.len::<Busy>(), 1);
    desk.advance_to(13).unwrap();
    assert!(desk.is_empty::<Busy>());
}

#[test]
fn a_late_event_is_in_the_window_if_it_is_not_too_late() {
    let mut desk = Desk::builder().now(100).build(vec![]);
    desk.insert_all([90, 91, 95].map(|at| login(at, "ann")));
    assert_eq!(desk.recent("ann").collect::<Vec<_>>(), [91, 95]);
    desk.advance_to(101).unwrap();
    assert_eq!(desk.recent("ann").collect::<Vec<_>>(), [95]);
}

#[test]
fn a_not_over_a_window_waits_until_it_is_empty() {
    let mut desk = Desk::new(vec![]);
    desk.insert(login(4, "bob"));
    desk.advance_to(23).unwrap();
    assert_eq!(said(&mut desk), []);
    desk.advance_to(24).unwrap();
    assert_eq!(said(&mut desk), lines(&[(24, "bob is quiet")]));
}

#[test]
fn queries_ask_the_clock() {
    let mut desk = Desk::new(vec![]);
    desk.insert(Order {
        id: 1,
        due_at: 10,
        paid: false,
    });
    desk.advance_to(14).unwrap();
    assert_eq!(desk.unpaid().count(), 0);
    desk.advance_to(15).unwrap();
    assert_eq!(desk.unpaid().collect::<Vec<_>>(), [1]);
}

#[test]
fn a_rollback_brings_back_what_is_to_come() {
    let mut desk = Desk::new(vec![]);
    desk.insert(Question { at: 0, id: 1 });
    desk.insert_all([0, 2, 4].map(|at| login(at, "ann")));
    desk.advance_to(5).unwrap();
    assert_eq!(said(&mut desk), lines(&[(4, "ann failed 3 times")]));
    let before = desk.checkpoint();
    desk.advance_to(40).unwrap();
    assert_eq!(said(&mut desk), lines(&[(30, "1 has no answer")]));
    desk.rollback(before).unwrap();
    desk.__verify();
    assert_eq!(desk.now(), 5);
    assert_eq!(desk.recent("ann").collect::<Vec<_>>(), [0, 2, 4]);
    desk.advance_to(40).unwrap();
    assert_eq!(
        said(&mut desk).last(),
        Some(&(30, "1 has no answer".to_owned()))
    );
}

#[test]
fn larger_and_smaller_steps_give_the_same() {
    let fed = || {
        let mut desk = Desk::new(vec![]);
        desk.insert_all([(5, 1), (6, 2)].map(|(at, id)| Question { at, id }));
        desk.insert_all([1, 3, 8, 9, 14].map(|at| login(at, "ann")));
        desk.insert(Order {
            id: 1,
            due_at: 10,
            paid: false,
        });
        desk
    };
    let (mut jump, mut steps) = (fed(), fed());
    jump.advance_to(60).unwrap();
    for at in 0..=60 {
        steps.advance_to(at).unwrap();
    }
    assert_eq!(said(&mut jump), said(&mut steps));
}

rules! {
    #[clock(Duration)]
    ruleset Spans;

    #[event(at = at)]
    fact Reading { at: Duration, value: f64 }
    fact Mean(f64);

    rule mean {
        when { mean = avg(r.value for r @ Reading within 10s); }
        then { insert Mean(mean); }
    }
}

#[test]
fn a_window_is_of_the_clocks_spans() {
    let mut spans = Spans::new();
    let readings = [(1, 1.0), (5, 3.0), (12, 5.0)];
    spans.insert_all(readings.map(|(at, value)| Reading {
        at: Duration::from_secs(at),
        value,
    }));
    spans.advance_to(Duration::from_mins(1)).unwrap();
    let means: Vec<f64> = spans.facts::<Mean>().map(|mean| mean.0).collect();
    assert_eq!(means, [1.0, 2.0, 3.0, 4.0, 5.0]);
}

mod chains {
    use rules_runtime::rules;

    rules! {
        #[clock(u32)]
        ruleset Echoes;

        #[event(at = at, expires = 50)]
        #[derive(Debug, PartialEq)]
        fact Echo { at: u32, n: u32 }

        rule echo {
            when { Echo { at, n } within 10 if n < 3; }
            then { insert logical Echo { at: at + 1, n: n + 1 }; }
        }
    }

    #[test]
    fn events_may_come_of_events_in_a_window() {
        let mut echoes = Echoes::new();
        echoes.insert(Echo { at: 1, n: 0 });
        echoes.advance_to(10).unwrap();
        assert_eq!(echoes.len::<Echo>(), 4);
        echoes.__verify();
        echoes.advance_to(11).unwrap();
        let left: Vec<_> = echoes.facts::<Echo>().collect();
        assert_eq!(left, [&Echo { at: 1, n: 0 }]);
        echoes.__verify();
    }

    rules! {
        #[clock(u8)]
        #[allow(rules::unbounded_event)]
        ruleset Pairs;

        #[event(at = at)]
        fact Begun { at: u8 }
        #[event(at = at)]
        fact Paused { at: u8 }
        #[event(at = at)]
        fact Over { at: u8 }
        global log: Vec<u8>;

        rule never_over {
            when {
                begun @ Begun;
                paused @ Paused;
                not Over within 20 after begun within 10 after paused;
            }
            then { log.push(now); }
        }
    }

    #[test]
    fn a_not_that_waits_for_two_is_sure_with_the_first() {
        let mut pairs = Pairs::new(vec![]);
        pairs.insert(Begun { at: 5 });
        pairs.insert(Paused { at: 9 });
        pairs.insert(Over { at: 19 });
        pairs.advance_to(60).unwrap();
        assert_eq!(pairs.globals().log, [19]);
        pairs.__verify();

        let mut pairs = Pairs::new(vec![]);
        pairs.insert(Begun { at: 5 });
        pairs.insert(Paused { at: 250 });
        pairs.insert(Over { at: 19 });
        pairs.advance_to(255).unwrap();
        assert_eq!(pairs.globals().log, [250]);
        pairs.__verify();
    }

    rules! {
        #[clock(u32)]
        ruleset Patience;

        fact Task { at: u32, owner: u32, done: bool }
        fact Owner { id: u32, patience: u32 }
        global log: Vec<(u32, u32)>;

        rule of_two_facts {
            when {
                Task { at, owner, done: false };
                Owner { id: owner, patience };
                due at + patience;
            }
            then { log.push((now, owner)); }
        }
    }

    #[test]
    fn an_instant_of_two_facts_is_waited_for_as_they_change() {
        let mut patience = Patience::new(vec![]);
        let ann = patience.insert(Owner {
            id: 1,
            patience: 10,
        });
        patience.insert(Owner {
            id: 2,
            patience: 20,
        });
        let tasks = [1, 2].map(|owner| Task {
            at: 5,
            owner,
            done: false,
        });
        let tasks = tasks.map(|task| patience.insert(task));
        patience.update(ann, |ann| ann.patience = 30).unwrap();
        patience.advance_to(24).unwrap();
        assert_eq!(patience.globals().log, []);
        patience.advance_to(34).unwrap();
        assert_eq!(patience.globals().log, [(25, 2)]);
        patience.update(tasks[0], |task| task.done = true).unwrap();
        patience.advance_to(100).unwrap();
        assert_eq!(patience.globals().log, [(25, 2)]);
        patience.__verify();
    }

    #[test]
    fn a_fact_may_put_off_what_it_waits_for() {
        let mut patience = Patience::builder().now(3).build(vec![]);
        patience.insert(Owner {
            id: 1,
            patience: 10,
        });
        let task = patience.insert(Task {
            at: 5,
            owner: 1,
            done: false,
        });
        patience.advance_to(14).unwrap();
        patience.update(task, |task| task.at = 6).unwrap();
        patience.advance_to(15).unwrap();
        assert_eq!(patience.globals().log, []);
        patience.advance_to(16).unwrap();
        assert_eq!(patience.globals().log, [(16, 1)]);
    }
}

#[test]
fn an_explanation_shows_what_is_written() {
    let mut desk = Desk::new(vec![]);
    desk.insert(Question { at: 0, id: 1 });
    desk.insert(login(0, "ann"));
    let conditions = |rule| {
        let explained = desk.explain(rule).conditions.into_iter();
        let row = |row: rules_runtime::ConditionCounts| (row.text, row.reached, row.passed);
        explained.map(row).collect::<Vec<_>>()
    };
    assert_eq!(
        conditions(DeskRule::Unanswered),
        [
            ("q @ Question { id }", 1, 1),
            ("due q.at + 30", 1, 0),
            ("not Answer { id } within 30 after q", 0, 0),
            ("Answer { id } within 30 after q", 0, 0),
        ]
    );
    assert_eq!(
        conditions(DeskRule::Busy),
        [
            ("exists Login { user: \"ann\" } within 10", 1, 1),
            ("Login { user: \"ann\" } within 10", 1, 1),
            ("within 10", 1, 1),
        ]
    );
}

/// Instants that cannot be computed of every fact.
mod guarded {
    use rules_runtime::rules;

    rules! {
        #[clock(u32)]
        ruleset Desk;
        fact Task { id: u32, deadline: Option<u32> }
        fact Invoice { id: u32, due_on: u32 }
        global log: Vec<(u32, u32)>;
        rule late {
            when { t @ Task { id, deadline: Some(_) }; due t.deadline.unwrap(); }
            then { log.push((now, id)); }
        }
        rule remind {
            when { Invoice { id, due_on } if due_on >= 30; due due_on - 30; }
            then { log.push((now, id)); }
        }
    }
    #[test]
    fn an_instant_is_computed_only_where_what_stands_before_it_holds() {
        let mut desk = Desk::new(vec![]);
        desk.insert(Task {
            id: 1,
            deadline: None,
        });
        desk.insert(Invoice { id: 2, due_on: 10 });
        desk.insert(Invoice { id: 3, due_on: 40 });
        desk.advance_to(20).unwrap();
        assert_eq!(desk.globals().log, [(10, 3)]);
    }
}

/// Instants that lie behind when a session begins.
mod begun {
    use rules_runtime::rules;

    const OPENS: u32 = 100;
    rules! {
        #[clock(u32)]
        ruleset Shop;
        global log: Vec<&'static str>;
        rule open   { when { due OPENS; }         then { log.push("open"); } }
        rule closed { when { not { due OPENS; } } then { log.push("closed"); } }
    }
    #[test]
    fn what_is_due_when_a_session_begins_holds_at_once() {
        let mut shop = Shop::builder().now(150).build(vec![]);
        shop.run();
        assert_eq!(shop.globals().log, ["open"]);
    }
}
