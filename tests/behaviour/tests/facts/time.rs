//! The clock of a session, and facts that have a time: events wait for it, enter, are late, expire.

use std::time::Duration;

use behaviour::{Recorder, below};
use rules_runtime::{AdvanceError, Stop, Time, rules};

mod model {
    #[derive(Debug, Clone, PartialEq)]
    pub(super) struct Meeting {
        pub(super) from: i16,
        pub(super) to: i16,
        pub(super) room: &'static str,
    }
}

rules! {
    #[clock(u64)]
    #[allow(rules::unbounded_event)]
    ruleset Line;

    #[event(at = at)]
    fact Order { at: u64, name: &'static str, urgent: bool }
    fact Note(&'static str);
    global log: Vec<(u64, &'static str)>;

    rule see {
        when { Order { name }; }
        then { log.push((now, name)); }
    }

    rule note {
        when { Note(text); Order { name: text }; }
        then { log.push((now, "noted")); }
    }

    query names() -> &'static str {
        when { Order { name }; }
        select name
    }
}

fn order(at: u64, name: &'static str) -> Order {
    Order {
        at,
        name,
        urgent: false,
    }
}

#[test]
fn a_clock_begins_at_the_least_instant_or_where_the_builder_says() {
    assert_eq!(Line::new(vec![]).now(), 0);
    assert_eq!(Line::builder().now(7).build(vec![]).now(), 7);
    assert_eq!(
        Line::builder().now(7).listener(()).build(vec![]).now(),
        7,
        "in either order"
    );
    assert_eq!(Rooms::new().now(), i16::MIN);
}

#[test]
fn an_event_ahead_waits_and_is_reached_by_its_handle_alone() {
    let mut line = Line::new(vec![]);
    let ahead = line.insert(order(10, "a"));
    assert_eq!(line.get(ahead), Some(&order(10, "a")));
    assert!(line.contains(ahead));
    assert_eq!((line.len::<Order>(), line.is_empty::<Order>()), (0, true));
    assert_eq!(line.facts::<Order>().count(), 0);
    assert_eq!(line.handles::<Order>().count(), 0);
    assert_eq!(line.names().count(), 0);
    assert_eq!(line.run().count, 0);

    line.update(ahead, |order| order.urgent = true).unwrap();
    assert_eq!(line.get(ahead).map(|order| order.urgent), Some(true));
    assert_eq!(line.advance_to(9).unwrap().count, 0);
    assert_eq!(line.advance_to(10).unwrap().count, 1);
    assert_eq!(line.get(ahead).map(|order| order.urgent), Some(true));
    assert_eq!(line.len::<Order>(), 1);
    assert_eq!(line.names().collect::<Vec<_>>(), ["a"]);
    assert_eq!(line.globals().log, [(10, "a")]);
    line.__verify();
}

#[test]
fn an_event_that_is_retracted_while_it_waits_never_enters() {
    let mut line = Line::new(vec![]);
    let ahead = line.insert(order(10, "a"));
    assert_eq!(line.retract(ahead).unwrap(), order(10, "a"));
    assert!(line.retract(ahead).is_err());
    assert!(!line.tick_to(20).unwrap());
    assert_eq!(line.now(), 20);
    line.__verify();
}

#[test]
fn an_event_of_this_instant_or_before_is_there_at_once_and_one_of_before_is_late() {
    let mut line = Line::builder().now(10).build(vec![]);
    line.insert_all([order(9, "late"), order(10, "now"), order(11, "ahead")]);
    assert_eq!(line.len::<Order>(), 2);
    assert_eq!(line.late::<Order>(), 1);
    line.advance_to(11).unwrap();
    assert_eq!(line.late::<Order>(), 1, "one that has waited is not late");
    assert_eq!(line.len::<Order>(), 3);
}

#[test]
fn a_tick_is_one_change_and_puts_the_clock_to_its_instant() {
    let mut line = Line::new(vec![]);
    line.insert_all([order(5, "b"), order(3, "a"), order(5, "c")]);
    line.insert(order(5, "d"));

    assert!(line.tick_to(5).unwrap());
    assert_eq!((line.now(), line.len::<Order>()), (3, 1));
    assert!(line.tick_to(5).unwrap());
    assert_eq!(
        (line.now(), line.len::<Order>()),
        (5, 3),
        "what one change has inserted"
    );
    assert!(line.tick_to(5).unwrap());
    assert_eq!((line.now(), line.len::<Order>()), (5, 4));
    assert!(!line.tick_to(5).unwrap());
    assert!(!line.tick_to(8).unwrap());
    assert_eq!(line.now(), 8);
}

#[test]
fn an_activation_dates_from_the_instant_at_which_its_event_enters() {
    let mut line = Line::new(vec![]);
    line.insert(order(1, "later inserted"));
    line.insert(order(2, "first inserted"));
    // By `depth` the latest change fires first.
    while line.tick_to(2).unwrap() {}
    line.run();
    assert_eq!(
        line.globals().log,
        [(2, "first inserted"), (2, "later inserted")]
    );

    let mut line = Line::new(vec![]);
    line.insert(order(2, "enters last"));
    line.insert(order(1, "enters first"));
    while line.tick_to(2).unwrap() {}
    line.run();
    assert_eq!(
        line.globals().log,
        [(2, "enters last"), (2, "enters first")]
    );
}

#[test]
fn a_clock_that_is_to_go_back_is_an_error_that_names_both_times_and_does_nothing() {
    let mut line = Line::builder().now(10).build(vec![]);
    line.insert(order(10, "a"));
    for error in [
        line.tick_to(9).unwrap_err(),
        line.advance_to(9).unwrap_err(),
    ] {
        let said = error.to_string();
        assert!(said.contains("10") && said.contains('9'), "{said}");
    }
    assert_eq!(line.now(), 10);
    assert!(line.globals().log.is_empty(), "nothing has fired");
}

#[test]
fn to_advance_runs_at_each_instant_on_the_way() {
    let mut line = Line::new(vec![]);
    line.insert(Note("a"));
    line.insert_all([order(30, "a"), order(10, "b"), order(60, "c")]);
    let fired = line.advance_to(50).unwrap();
    assert_eq!((fired.count, fired.stop), (3, Stop::Rest));
    assert_eq!(line.globals().log, [(10, "b"), (30, "a"), (30, "noted")]);
    assert_eq!(line.now(), 50);
}

#[test]
fn the_time_of_an_event_stays() {
    let mut line = Line::new(vec![]);
    for at in [10, 0] {
        let handle = line.insert(order(at, "a"));
        let error = line.update(handle, |order| order.at += 1).unwrap_err();
        assert!(error.to_string().contains("time"), "{error}");
        assert!(line.replace(handle, order(at + 1, "a")).is_err());
        let failed = line.transaction(|tx| tx.update(handle, |order| order.at += 1));
        assert!(failed.is_err());
        let failed = line.transaction(|tx| tx.replace(handle, order(at + 1, "b")).map(|_| ()));
        assert!(failed.is_err());
        assert_eq!(line.get(handle), Some(&order(at, "a")));
        line.replace(handle, order(at, "b")).unwrap();
        assert_eq!(line.get(handle), Some(&order(at, "b")));
    }
    line.__verify();
}

#[test]
fn events_of_a_transaction_that_fails_do_not_wait() {
    let mut line = Line::new(vec![]);
    let kept = line.insert(order(5, "kept"));
    let failed = line.transaction(|tx| {
        tx.insert(order(3, "a"));
        assert_eq!(tx.len::<Order>(), 0);
        tx.insert(order(0, "b"));
        assert_eq!(tx.len::<Order>(), 1);
        tx.retract(kept).unwrap();
        Err::<(), _>(())
    });
    assert!(failed.is_err());
    line.__verify();
    assert_eq!(line.len::<Order>(), 0);
    assert_eq!(line.advance_to(10).unwrap().count, 1);
    assert_eq!(line.globals().log, [(5, "kept")]);
    assert_eq!(line.late::<Order>(), 0);
}

#[test]
fn a_copy_goes_on_by_itself_from_the_same_instant() {
    let mut line = Line::new(vec![]);
    line.insert_all([order(5, "a"), order(7, "b")]);
    line.advance_to(5).unwrap();
    let mut copy = line.clone();
    copy.insert(order(6, "c"));
    copy.advance_to(10).unwrap();
    line.advance_to(20).unwrap();
    assert_eq!(copy.globals().log, [(5, "a"), (6, "c"), (7, "b")]);
    assert_eq!(line.globals().log, [(5, "a"), (7, "b")]);
    assert_eq!((copy.now(), line.now()), (10, 20));
}

rules! {
    #[clock(i16)]
    ruleset Rooms;

    #[event(at = from, until = to, expires = 5)]
    use self::model::Meeting;

    fact Busy(&'static str);

    rule busy {
        when { Meeting { room }; }
        then { insert logical Busy(room); }
    }
}

fn meeting(from: i16, to: i16, room: &'static str) -> model::Meeting {
    model::Meeting { from, to, room }
}

#[test]
fn an_event_expires_so_long_after_its_end() {
    let mut rooms = Rooms::builder()
        .now(0)
        .listener(Recorder::default())
        .build();
    let handle = rooms.insert(meeting(10, 20, "red"));
    rooms.advance_to(24).unwrap();
    assert_eq!(rooms.len::<Busy>(), 1);
    rooms.listener_mut().take();

    assert!(rooms.tick_to(30).unwrap());
    assert_eq!(rooms.now(), 25);
    assert!(rooms.get(handle).is_none());
    assert!(rooms.is_empty::<Busy>(), "support falls");
    assert_eq!(
        rooms.listener_mut().take(),
        [
            r#"expired Meeting { from: 10, to: 20, room: "red" }"#,
            r#"retracted Busy("red")"#,
        ]
    );
    assert!(!rooms.tick_to(30).unwrap());
    rooms.__verify();
}

#[test]
fn the_listener_hears_of_an_event_when_it_enters() {
    let mut rooms = Rooms::builder()
        .now(0)
        .listener(Recorder::default())
        .build();
    let waits = rooms.insert(meeting(10, 20, "red"));
    rooms
        .update(waits, |meeting| meeting.room = "blue")
        .unwrap();
    assert_eq!(rooms.listener_mut().take(), [] as [&str; 0]);
    rooms.tick_to(10).unwrap();
    assert_eq!(
        rooms.listener_mut().take()[0],
        r#"inserted Meeting { from: 10, to: 20, room: "blue" }"#
    );
    let other = rooms.insert(meeting(12, 20, "red"));
    rooms.retract(other).unwrap();
    assert_eq!(rooms.listener_mut().take(), [] as [&str; 0]);
}

#[test]
fn an_event_that_is_retracted_does_not_expire() {
    let mut rooms = Rooms::builder().now(0).build();
    let meetings = rooms.insert_all([meeting(0, 5, "red"), meeting(0, 6, "red")]);
    rooms.retract(meetings[0]).unwrap();
    assert!(rooms.tick_to(20).unwrap());
    assert_eq!(rooms.now(), 11);
    assert!(!rooms.tick_to(20).unwrap());
}

#[test]
fn an_event_that_has_expired_before_it_came_goes_with_the_next_tick() {
    let mut rooms = Rooms::builder().now(100).build();
    rooms.insert(meeting(0, 5, "red"));
    assert_eq!(rooms.late::<model::Meeting>(), 1);
    assert_eq!(rooms.run().count, 1);
    assert!(rooms.tick_to(100).unwrap());
    assert_eq!((rooms.now(), rooms.len::<model::Meeting>()), (100, 0));
}

#[test]
fn an_event_beyond_the_end_of_time_does_not_expire() {
    let mut rooms = Rooms::builder().now(0).build();
    rooms.insert(meeting(i16::MAX - 2, i16::MAX - 1, "red"));
    rooms.advance_to(i16::MAX).unwrap();
    assert_eq!(rooms.len::<model::Meeting>(), 1);
}

rules! {
    #[clock(u32)]
    #[strategy(breadth)]
    ruleset Order2;

    #[event(at = at, expires = 10)]
    fact Ping { at: u32 }
    fact Pings(usize);
    global log: Vec<String>;

    rule count {
        when { n = count(Ping); }
        then { log.push(format!("{now}: {n}")); }
    }
}

#[test]
fn at_one_instant_what_leaves_goes_as_one_change_before_what_enters() {
    let mut pings = Order2::new(vec![]);
    pings.insert_all([Ping { at: 0 }, Ping { at: 10 }, Ping { at: 0 }]);
    pings.insert(Ping { at: 10 });
    pings.advance_to(10).unwrap();
    assert_eq!(
        pings.globals().log,
        ["0: 2", "10: 0", "10: 1", "10: 2"],
        "the two of before leave together"
    );
}

rules! {
    #[clock(Duration)]
    #[backtrack]
    #[error(String)]
    ruleset Search;

    #[event(at = at, expires = 10s)]
    fact Login { at: Duration, user: u32 }
    fact Halts;
    global log: Vec<String>;

    #[salience(1)]
    rule stop {
        when { Halts; Login { user: 3 }; }
        then { halt; }
    }

    rule fails {
        when { Login { user: 4 }; }
        then { return Err(format!("at {now:?}")); }
    }

    rule again {
        when { Login { user: 1, at } if at < 1min; }
        then { insert Login { at: now + 500ms, user: 2 }; }
        undo { log.push(format!("undone at {now:?}")); }
    }

    rule chooses {
        when { Login { user: 5 }; }
        then {
            choose user in [6, 7];
            insert Login { at: now + 1s, user };
        }
    }

    rule rejects {
        when { Login { user: 6 }; }
        then { fail; }
    }
}

const fn seconds(n: u64) -> Duration {
    Duration::from_secs(n)
}

fn login(at: u64, user: u32) -> Login {
    let at = seconds(at);
    Login { at, user }
}

#[test]
fn spans_with_a_unit_are_those_of_a_clock_of_real_time() {
    let mut search = Search::new(vec![]);
    search.insert(login(3, 1));
    search.advance_to(seconds(4)).unwrap();
    let times: Vec<_> = search.facts::<Login>().map(|login| login.at).collect();
    assert_eq!(times, [seconds(3), Duration::from_millis(3500)]);
    search.advance_to(seconds(20)).unwrap();
    assert_eq!(search.globals().log, ["undone at 13s"]);
    assert!(search.is_empty::<Login>());
}

#[test]
fn a_rollback_restores_clock_calendar_and_counts() {
    let mut search = Search::new(vec![]);
    search.insert_all([login(1, 1), login(5, 2)]);
    search.advance_to(seconds(2)).unwrap();
    let before: Vec<_> = search.facts::<Login>().cloned().collect();
    let checkpoint = search.checkpoint();
    for _ in 0..2 {
        let inner = search.checkpoint();
        search.insert(login(0, 9));
        search.insert(login(6, 9));
        assert_eq!(search.late::<Login>(), 1);
        search.advance_to(seconds(30)).unwrap();
        assert!(search.is_empty::<Login>());
        search.rollback(inner).unwrap();
        assert_eq!(search.now(), seconds(2));
        assert_eq!(search.late::<Login>(), 0);
        assert!(search.facts::<Login>().eq(&before));
        search.__verify();
    }
    search.commit(checkpoint).unwrap();
    search.advance_to(seconds(5)).unwrap();
    assert_eq!(search.len::<Login>(), 3);
}

#[test]
fn a_fail_goes_back_with_the_clock() {
    let mut search = Search::new(vec![]);
    search.insert(login(1, 5));
    search.advance_to(seconds(3)).unwrap();
    let users: Vec<_> = search.facts::<Login>().map(|login| login.user).collect();
    assert_eq!(users, [5, 7]);
    assert_eq!(search.now(), seconds(3));
}

#[test]
fn a_halt_ends_the_way_at_its_instant_and_the_next_call_goes_on() {
    let mut search = Search::new(vec![]);
    search.insert(Halts);
    search.insert_all([login(1, 3), login(2, 3), login(4, 2)]);
    for at in [1, 2] {
        let fired = search.advance_to(seconds(3)).unwrap();
        assert_eq!((fired.count, fired.stop), (1, Stop::Halted));
        assert_eq!(search.now(), seconds(at));
    }
    let fired = search.advance_to(seconds(3)).unwrap();
    assert_eq!((fired.count, fired.stop), (0, Stop::Rest));
    assert_eq!(search.now(), seconds(3));
}

#[test]
fn an_error_of_a_block_ends_the_way_at_its_instant() {
    let mut search = Search::new(vec![]);
    search.insert(login(2, 4));
    let mut goes_on = || -> Result<(), Box<dyn std::error::Error>> {
        search.advance_to(seconds(9))?;
        Ok(())
    };
    let error = goes_on().unwrap_err();
    assert_eq!(error.to_string(), "the rule `fails` failed: at 2s");
    let error = search.advance_to(seconds(9)).unwrap_err();
    let AdvanceError::Rule(failed) = error else {
        panic!("a rule has failed");
    };
    assert_eq!(failed.error, "at 2s");
    assert_eq!(search.now(), seconds(2));
    assert!(search.skip());
    search.advance_to(seconds(9)).unwrap();
    assert_eq!(search.now(), seconds(9));
    let back = search.advance_to(seconds(8)).unwrap_err();
    assert!(matches!(back, AdvanceError::Clock(_)), "{back}");
}

rules! {
    #[clock(Day)]
    ruleset Library;

    #[event(at = due)]
    fact Reminder { due: Day }
    fact Loan { due: Day }

    rule remind_later {
        when { Loan { due }; }
        then { insert logical Reminder { due }; }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Day(u8);

impl Time for Day {
    type Span = u8;
    const LEAST: Self = Day(1);

    fn after(self, span: u8) -> Option<Self> {
        self.0.checked_add(span).map(Day)
    }
}

#[test]
fn a_logical_event_that_waits_falls_with_its_match() {
    let mut library = Library::new();
    assert_eq!(library.now(), Day(1));
    let loans = library.insert_all([Loan { due: Day(3) }, Loan { due: Day(4) }]);
    assert_eq!(library.run().count, 2);
    library.retract(loans[0]).unwrap();
    library.__verify();
    assert!(library.tick_to(Day(9)).unwrap());
    assert_eq!((library.now(), library.len::<Reminder>()), (Day(4), 1));
    library.retract(loans[1]).unwrap();
    assert!(library.is_empty::<Reminder>());
    assert!(!library.tick_to(Day(9)).unwrap());
}

/// Inserts events in the order of their times, each before the clock comes to it by `ahead`, and advances by steps.
fn replay(times: &[u64], steps: impl Iterator<Item = u64>) -> Vec<(u64, &'static str)> {
    let mut line = Line::new(vec![]);
    line.insert(Note("b"));
    for (number, &at) in times.iter().enumerate() {
        line.insert(order(at, ["a", "b", "c"][number % 3]));
    }
    for to in steps {
        line.advance_to(to).unwrap();
    }
    line.globals().log.clone()
}

#[test]
fn larger_and_smaller_steps_of_the_clock_give_the_same_firings() {
    let mut seed = 4;
    for _ in 0..50 {
        let times: Vec<u64> = (0..20).map(|_| below(&mut seed, 100)).collect();
        let one = replay(&times, [100].into_iter());
        assert_eq!(one.len(), 20 + 7);
        assert_eq!(one, replay(&times, 0..=100));
        assert_eq!(one, replay(&times, (0..=100).step_by(7).chain([100])));
    }
}
