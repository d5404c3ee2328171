//! Events that go by themselves when no condition can need them any more, and what holds them.

use behaviour::Recorder;
use rules_runtime::rules;

rules! {
    #[clock(u32)]
    ruleset Desk;

    #[event(at = at)]
    fact Question { at: u32, id: u32 }
    #[event(at = at)]
    fact Answer { at: u32, id: u32 }
    #[event(at = at)]
    fact Login { at: u32, user: u32 }
    #[event(at = at)]
    fact Step { at: u32, of: u32 }
    #[event(at = at)]
    fact Loose { at: u32 }
    #[event(at = from, until = to)]
    fact Call { from: u32, to: u32 }
    fact Overdue(u32);

    global log: Vec<(u32, &'static str, u32)>;

    rule unanswered {
        when { q @ Question { id }; not Answer { id } within 30 after q; }
        then { insert logical Overdue(id); log.push((now, "unanswered", id)); }
    }
    rule logins {
        when { n = count(Login { user } within 10) by (user); }
        then { log.push((now, "logins", n as u32)); }
    }
    rule steps {
        when {
            first @ Step { of };
            Step { of } within 5 after first;
        }
        then { log.push((now, "steps", of)); }
    }
    /// How many steps have come before this one.
    rule before {
        when { step @ Step; n = count(Step within 20 before step); }
        then { log.push((now, "before", n as u32)); }
    }
    rule ring { when { Call { from }; } then { log.push((now, "ring", from)); } }
}

fn question(at: u32, id: u32) -> Question {
    Question { at, id }
}

fn told(desk: &mut Desk, what: &str) -> Vec<(u32, u32)> {
    let log = std::mem::take(&mut desk.globals_mut().log);
    let of = log.into_iter().filter(|(_, of, _)| *of == what);
    of.map(|(at, _, value)| (at, value)).collect()
}

#[test]
fn an_event_goes_when_its_window_is_over_and_the_listener_hears_of_it() {
    let mut desk = Desk::builder().listener(Recorder::default()).build(vec![]);
    let login = desk.insert(Login { at: 5, user: 1 });
    desk.advance_to(15).unwrap();
    assert!(desk.contains(login), "its window ends at this instant");
    desk.listener_mut().take();
    assert!(!desk.tick_to(16).unwrap(), "nothing happens by that");
    assert!(!desk.contains(login) && desk.retract(login).is_err());
    assert_eq!(
        desk.listener_mut().take(),
        ["expired Login { at: 5, user: 1 }"]
    );
    desk.__verify();
}

#[test]
fn of_a_long_stream_only_what_is_needed_stays() {
    let mut desk = Desk::new(vec![]);
    for at in 0..2_000 {
        desk.insert(Login { at, user: at % 3 });
        desk.insert(Step { at, of: at % 4 });
        desk.insert(Loose { at });
        desk.insert(question(at, at));
        desk.insert(Answer { at: at + 1, id: at });
        desk.advance_to(at).unwrap();
    }
    assert!(desk.len::<Login>() <= 11, "{}", desk.len::<Login>());
    assert!(desk.len::<Step>() <= 21, "{}", desk.len::<Step>());
    assert!(desk.len::<Question>() <= 31, "{}", desk.len::<Question>());
    assert!(desk.len::<Answer>() <= 31, "{}", desk.len::<Answer>());
    assert_eq!(desk.len::<Loose>(), 1);
    desk.__verify();
}

#[test]
fn what_goes_fires_no_rule_and_takes_no_firing_away() {
    let mut desk = Desk::new(vec![]);
    desk.insert_all((0..30).map(|at| Step { at, of: 7 }));
    desk.advance_to(200).unwrap();
    let before = told(&mut desk, "before");
    // Each counts those of the last 20; what leaves later is no match of it.
    let expected = (0..30).map(|at| (at, at.min(19)));
    assert_eq!(before, expected.collect::<Vec<_>>());
    assert!(desk.is_empty::<Step>());
}

#[test]
fn an_event_that_answers_stays_as_long_as_the_question_may_ask() {
    let mut desk = Desk::new(vec![]);
    desk.insert_all([question(0, 1), question(0, 2)]);
    desk.insert(Answer { at: 0, id: 1 });
    for at in 0..100 {
        desk.advance_to(at).unwrap();
    }
    assert_eq!(told(&mut desk, "unanswered"), [(30, 2)]);
    assert!(desk.is_empty::<Answer>());
    desk.__verify();
}

#[test]
fn an_event_stays_while_a_match_with_it_supports_a_fact() {
    let mut desk = Desk::new(vec![]);
    desk.insert_all([question(0, 1), question(3, 2)]);
    let answer = desk.insert(Answer { at: 10, id: 2 });
    desk.advance_to(500).unwrap();
    assert_eq!(desk.len::<Overdue>(), 1);
    let questions: Vec<u32> = desk
        .facts::<Question>()
        .map(|question| question.id)
        .collect();
    assert_eq!(questions, [1], "the other has its answer");
    assert!(!desk.contains(answer));
    let why = desk.handles::<Overdue>().next().unwrap();
    assert!(desk.why(why).to_string().contains("Question"));

    // When the fact is gone nothing holds it any more.
    desk.retract(why).unwrap();
    desk.tick_to(501).unwrap();
    assert!(desk.is_empty::<Question>());
    desk.__verify();
}

#[test]
fn an_event_stays_while_a_match_with_it_is_pending() {
    let mut desk = Desk::new(vec![]);
    desk.insert_all([1, 2].map(|from| Call { from, to: from }));
    while desk.tick_to(50).unwrap() {}
    assert_eq!((desk.len::<Call>(), desk.agenda().count()), (2, 2));
    desk.run();
    assert_eq!(told(&mut desk, "ring"), [(50, 2), (50, 1)]);
    desk.tick_to(51).unwrap();
    assert!(desk.is_empty::<Call>());
}

#[test]
fn what_a_pending_match_counts_stays() {
    let mut desk = Desk::new(vec![]);
    desk.insert_all([0, 1, 2].map(|at| Step { at, of: at }));
    while desk.tick_to(90).unwrap() {}
    desk.run();
    assert_eq!(told(&mut desk, "before"), [(90, 2), (90, 1), (90, 0)]);
    desk.tick_to(91).unwrap();
    assert!(desk.is_empty::<Step>());
}

#[test]
fn many_that_are_held_go_when_nothing_holds_them() {
    let mut desk = Desk::new(vec![]);
    desk.insert_all((0..100).map(|from| Call { from, to: from }));
    while desk.tick_to(200).unwrap() {}
    assert_eq!(desk.len::<Call>(), 100);
    desk.run();
    desk.tick_to(201).unwrap();
    assert!(desk.is_empty::<Call>());
}

#[test]
fn an_extent_is_needed_from_its_end_on() {
    let mut desk = Desk::new(vec![]);
    desk.insert(Call { from: 0, to: 40 });
    desk.advance_to(40).unwrap();
    assert_eq!(desk.len::<Call>(), 1);
    desk.advance_to(41).unwrap();
    assert!(desk.is_empty::<Call>());
}

#[test]
fn a_copy_lets_go_what_the_session_lets_go() {
    let mut desk = Desk::new(vec![]);
    desk.insert_all([0, 8].map(|at| Login { at, user: 1 }));
    desk.advance_to(9).unwrap();
    let mut copy = desk.clone();
    for desk in [&mut desk, &mut copy] {
        desk.advance_to(12).unwrap();
        assert_eq!(desk.len::<Login>(), 1);
        desk.advance_to(30).unwrap();
        assert!(desk.is_empty::<Login>());
    }
}

rules! {
    #[clock(u32)]
    #[backtrack]
    ruleset Search;

    #[event(at = at)]
    fact Seen { at: u32 }
    fact Held(u32);

    rule hold { when { Seen { at } within 3; } then { insert logical Held(at); } }
    rule pairs { when { a @ Seen; Seen within 9 after a; } then {} undo {} }
}

#[test]
fn a_rollback_brings_back_what_has_gone_and_what_is_held() {
    let mut search = Search::new();
    search.insert_all([0, 1, 40].map(|at| Seen { at }));
    search.advance_to(5).unwrap();
    let checkpoint = search.checkpoint();
    let mut ends = Vec::new();
    for _ in 0..2 {
        let inner = search.checkpoint();
        search.advance_to(60).unwrap();
        let seen: Vec<u32> = search.facts::<Seen>().map(|seen| seen.at).collect();
        ends.push(seen);
        search.rollback(inner).unwrap();
        search.__verify();
        assert_eq!(search.len::<Seen>(), 2);
    }
    // A match that is to be undone holds the first two.
    assert_eq!(ends, [[0, 1], [0, 1]]);
    search.commit(checkpoint).unwrap();
}

rules! {
    #[clock(u32)]
    #[allow(rules::unbounded_event)]
    ruleset Kept;

    #[event(at = at)]
    fact Seen2 { at: u32, id: u32 }
    #[event(at = at)]
    fact Changed { at: u32, hot: bool }
    #[event(at = at)]
    fact Beside { at: u32 }
    #[event(at = at)]
    fact Waited { at: u32 }
    fact Person(u32);

    global log: Vec<u32>;

    rule known { when { Seen2 { id }; Person(id); } then { log.push(id); } }
    /// What may be changed at any time may begin a match at any time.
    rule heat { when { c @ Changed { hot: false }; not Beside within 2 of c; } then { modify c { c.hot = true; } } }
    rule both { when { c @ Changed { hot: true }; Beside within 4 after c; } then { log.push(now); } }
    rule late { when { w @ Waited; due w.at + 25; } then { log.push(now); } }
}

#[test]
fn an_event_that_may_meet_a_fact_to_come_stays() {
    let mut kept = Kept::new(vec![]);
    kept.insert(Seen2 { at: 1, id: 5 });
    kept.advance_to(1_000).unwrap();
    kept.insert(Person(5));
    assert_eq!(kept.run().count, 1);
}

#[test]
fn an_event_stays_until_its_instant_falls_due() {
    let mut kept = Kept::new(vec![]);
    kept.insert(Waited { at: 5 });
    for at in 0..60 {
        kept.advance_to(at).unwrap();
        assert_eq!(
            kept.len::<Waited>(),
            usize::from((5..=30).contains(&at)),
            "{at}"
        );
    }
    assert_eq!(kept.globals().log, [30]);
}

#[test]
fn what_rules_change_keeps_what_it_may_meet() {
    let mut kept = Kept::new(vec![]);
    kept.insert(Changed { at: 1, hot: false });
    kept.insert(Beside { at: 4 });
    kept.advance_to(500).unwrap();
    assert_eq!((kept.len::<Changed>(), kept.len::<Beside>()), (1, 1));
    assert_eq!(kept.globals().log, [4]);
}

rules! {
    #[clock(u32)]
    #[allow(rules::unbounded_event)]
    ruleset Long;

    #[event(at = at)]
    fact Call3 { at: u32 }
    /// It may last as long as it will, and goes three after that.
    #[event(at = from, until = to, expires = 3)]
    fact Quiet { from: u32, to: u32 }

    global log: Vec<u32>;

    rule heard { when { call @ Call3; not Quiet within 3 of call; } then { log.push(now); } }
}

#[test]
fn an_event_stays_until_what_hinders_it_has_expired_however_long_that_is() {
    for to in [2, 3, 40] {
        let mut long = Long::new(vec![]);
        long.insert(Quiet { from: 2, to });
        long.insert(Call3 { at: 2 });
        long.advance_to(100).unwrap();
        assert_eq!(long.globals().log, [to + 3]);
    }
}

rules! {
    #[clock(u32)]
    ruleset Reversed;

    #[event(at = at)]
    fact Call4 { at: u32 }
    #[event(at = from, until = to)]
    fact Quiet4 { from: u32, to: u32 }

    global log: Vec<u32>;

    rule heard { when { call @ Call4; not Quiet4 within 2 before call after call; } then { log.push(now); } }
}

#[test]
fn an_event_that_ends_before_it_begins_is_there_at_its_time() {
    for (to, heard) in [(1, vec![]), (3, vec![2])] {
        let mut reversed = Reversed::new(vec![]);
        reversed.insert(Quiet4 { from: 2, to });
        reversed.insert(Call4 { at: 2 });
        reversed.advance_to(9).unwrap();
        assert_eq!(reversed.globals().log, heard, "until {to}");
    }
}

rules! {
    #[clock(u32)]
    #[allow(rules::unbounded_event)]
    ruleset Gate;

    #[event(at = at)]
    fact Car { at: u32, paid: bool }
    #[event(at = at)]
    fact Photo { at: u32 }
    #[event(at = at)]
    fact Payment { at: u32 }

    global log: Vec<(u32, u32)>;

    rule seen {
        when { car @ Car { paid: true }; photo @ Photo within 5 after car; }
        then { log.push((now, photo.at)); }
    }
    rule paid {
        when { payment @ Payment; car @ Car { paid: false } within 20 before payment; }
        then {
            let payer = car;
            modify payer { payer.paid = true; }
        }
    }
}

#[test]
fn what_a_block_changes_by_a_name_of_its_own_keeps_what_it_may_meet() {
    let mut gate = Gate::new(vec![]);
    gate.insert(Car { at: 0, paid: false });
    gate.insert(Photo { at: 3 });
    gate.insert(Payment { at: 10 });
    gate.advance_to(12).unwrap();
    assert_eq!(gate.globals().log, [(10, 3)]);
}

#[test]
fn an_event_stays_until_what_hinders_it_has_gone_that_came_when_its_own_time_to_go_was_past() {
    rules! {
        #[allow(rules::unbounded_event)]
        #[clock(u32)]
        ruleset Gate;
        #[event(at = at, expires = 0)]
        fact Knock { at: u32 }
        #[event(at = at)]
        fact Ring { at: u32 }
        rule open { when { ring @ Ring; not Knock within 1 before ring; } then {} }
    }
    let mut gate = Gate::new();
    gate.insert(Ring { at: 4 });
    while gate.tick_to(5).unwrap() {}
    assert_eq!(gate.agenda().count(), 1);
    gate.insert(Knock { at: 4 });
    assert_eq!(gate.agenda().count(), 0);
    while gate.tick_to(5).unwrap() {}
    assert_eq!(gate.len::<Knock>(), 0);
    assert_eq!(gate.agenda().count(), 1);
    gate.run();
    while gate.tick_to(6).unwrap() {}
    assert_eq!(gate.len::<Ring>(), 0);
}

/// An event that goes with the instant for which a match of it waits.
mod waited_for {
    use rules_runtime::rules;
    rules! {
        #[clock(u32)]
        ruleset Desk;
        #[event(at = at, expires = 9)] fact Shift { at: u32 }
        #[event(at = at)] fact Alarm { at: u32 }
        #[event(at = at)] fact Bell { at: u32 }
        fact Patience(u32);
        global log: Vec<(u32, u32)>;
        rule escalate {
            when { a @ Alarm; Patience(p); due a.at + p; Shift before a; }
            then { log.push((now, a.at)); }
        }
        rule ring { when { Bell { at }; } then { log.push((now, at)); } }
    }
    #[test]
    fn an_event_does_not_enter_before_its_time() {
        let mut desk = Desk::new(vec![]);
        desk.insert(Patience(50));
        desk.insert(Alarm { at: 0 });
        desk.insert(Bell { at: 1000 });
        desk.advance_to(60).unwrap();
        assert_eq!(desk.len::<Bell>(), 0);
        assert!(desk.globals().log.is_empty());
        assert_eq!(desk.now(), 60);
    }
}
