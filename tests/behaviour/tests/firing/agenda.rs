//! Running a session: to rest, to a limit, to a halt; what is pending; `#[no_loop]`.

use rules_runtime::{Stop, rules};

#[test]
fn run_fires_to_rest_and_says_how_often() {
    rules! {
        ruleset Small;
        fact N(u32);
        rule count_down { when { n @ N(x) if x > 0; } then { modify n { n.0 -= 1; } } }
    }
    let mut session = Small::new();
    session.insert(N(5));
    let fired = session.run();
    assert_eq!((fired.count, fired.stop), (5, Stop::Rest));
    assert_eq!(fired.to_string(), "5 firings, then at rest");
}

#[test]
fn run_limit_stops_at_the_limit_and_run_goes_on() {
    rules! {
        ruleset Small;
        fact N(u32);
        rule count_down { when { n @ N(x) if x > 0; } then { modify n { n.0 -= 1; } } }
    }
    let mut session = Small::new();
    session.insert(N(5));
    let fired = session.run_limit(3);
    assert_eq!((fired.count, fired.stop), (3, Stop::Limit));
    assert_eq!(
        fired.to_string(),
        "3 firings, then at the limit; of late `count_down` 3×"
    );
    assert_eq!(session.run().count, 2);
}

#[test]
fn a_limit_that_is_just_enough_is_rest() {
    rules! {
        ruleset Small;
        fact N;
        rule r { when { N; } then {} }
    }
    let mut session = Small::new();
    session.insert_all([N, N]);
    let fired = session.run_limit(2);
    assert_eq!((fired.count, fired.stop), (2, Stop::Rest));
    assert_eq!(session.run_limit(0).stop, Stop::Rest);
}

#[test]
fn step_fires_once() {
    rules! {
        ruleset Small;
        fact N;
        rule r { when { N; } then {} }
    }
    let mut session = Small::new();
    session.insert_all([N, N]);
    assert_eq!(session.step().count, 1);
    assert_eq!(session.step().count, 1);
    assert_eq!(session.step().count, 0);
}

#[test]
fn the_agenda_shows_what_is_pending_in_firing_order_with_the_facts() {
    rules! {
        ruleset Small;
        fact A(u8);
        fact B(u8);
        rule one { when { A(_); } then {} }
        #[salience(1)]
        rule two { when { B(b); A(a) if a > b; } then {} }
    }
    let mut session = Small::new();
    let a = session.insert(A(2));
    let b = session.insert(B(1));
    let pending: Vec<_> = session
        .agenda()
        .map(|activation| (activation.rule(), activation.facts().to_vec()))
        .collect();
    assert_eq!(
        pending,
        [
            (SmallRule::Two, vec![b.id(), a.id()]),
            (SmallRule::One, vec![a.id()])
        ]
    );
    assert_eq!(session.run().count, 2);
    assert_eq!(session.agenda().count(), 0);
}

#[test]
fn the_agenda_is_what_then_fires() {
    rules! {
        #[allow(rules::cross_product)]
        ruleset Small;
        fact A(u8);
        fact B(u8);
        global log: Vec<(SmallRule, Vec<u8>)>;
        rule pair { when { A(a); B(b); } then { log.push((SmallRule::Pair, vec![a, b])); } }
        rule single { when { B(b); } then { log.push((SmallRule::Single, vec![b])); } }
        #[salience(3)]
        rule big { when { A(a) if a > 2; } then { log.push((SmallRule::Big, vec![a])); } }
    }
    let mut session = Small::new(vec![]);
    for n in 0..4 {
        session.insert(A(n));
        session.insert(B(n + 10));
    }
    let pending: Vec<_> = session
        .agenda()
        .map(|activation| activation.rule())
        .collect();
    assert_eq!(session.run().count, 21);
    let fired: Vec<_> = session
        .globals()
        .log
        .iter()
        .map(|(rule, _)| *rule)
        .collect();
    assert_eq!(pending, fired);
}

#[test]
fn skip_takes_the_first_activation_off_as_if_it_had_fired() {
    rules! {
        ruleset Small;
        fact A(u8);
        global log: Vec<u8>;
        rule r { when { A(n); } then { log.push(n); } }
    }
    let mut session = Small::new(vec![]);
    session.insert(A(1));
    session.insert(A(2));
    session.skip();
    assert_eq!(session.run().count, 1);
    assert_eq!(session.globals().log, [1]);
}

#[test]
fn halt_stops_after_the_firing_and_run_goes_on() {
    rules! {
        ruleset Small;
        fact A(u8);
        global log: Vec<u8>;
        rule r { when { A(n); } then { halt; log.push(n); } }
    }
    let mut session = Small::new(vec![]);
    session.insert_all([A(1), A(2)]);
    let fired = session.run();
    assert_eq!((fired.count, fired.stop), (1, Stop::Halted));
    assert_eq!(session.globals().log, [2]);
    assert_eq!(session.run().count, 1);
}

#[test]
fn a_halt_from_outside_stops_the_next_run_before_it_fires() {
    rules! {
        ruleset Small;
        fact A;
        rule r { when { A; } then {} }
    }
    let mut session = Small::new();
    session.insert(A);
    session.halt();
    let fired = session.run();
    assert_eq!((fired.count, fired.stop), (0, Stop::Halted));
    assert_eq!(session.run().count, 1);
}

#[test]
fn a_halt_in_the_last_firing_is_said() {
    rules! {
        ruleset Small;
        fact A;
        rule r { when { A; } then { halt; } }
    }
    let mut session = Small::new();
    session.insert(A);
    assert_eq!(session.run().stop, Stop::Halted);
    assert_eq!(session.run().stop, Stop::Rest);
}

#[test]
fn a_rule_that_modifies_what_it_reads_fires_again() {
    rules! {
        #[allow(rules::self_reactivation)]
        ruleset Small;
        fact A { value: u32 }
        rule r { when { a @ A { value }; } then { modify a { a.value = value + 1; } } }
    }
    let mut session = Small::new();
    session.insert(A { value: 0 });
    assert_eq!(session.run_limit(50).stop, Stop::Limit);
}

#[test]
fn no_loop_does_not_fire_a_match_made_by_its_own_firing_over_the_same_facts() {
    rules! {
        ruleset Small;
        fact A { value: u32 }
        #[no_loop]
        rule r { when { a @ A { value }; } then { modify a { a.value = value + 1; } } }
    }
    let mut session = Small::new();
    let a = session.insert(A { value: 0 });
    assert_eq!(session.run().count, 1);
    session.update(a, |a| a.value = 10).unwrap();
    assert_eq!(session.run().count, 1);
    assert_eq!(session.get(a).unwrap().value, 11);
}

#[test]
fn no_loop_lets_a_match_over_other_facts_fire() {
    rules! {
        ruleset Small;
        fact A { value: u32 }
        #[no_loop]
        rule r { when { a @ A { value: < 3, value: v }; } then { retract a; insert A { value: v + 1 }; } }
    }
    let mut session = Small::new();
    session.insert(A { value: 0 });
    assert_eq!(session.run().count, 3);
}

#[test]
fn no_loop_holds_for_a_group_that_the_firing_makes_anew() {
    rules! {
        ruleset Tallies;
        fact Tally { sum: u32 }
        fact Item { kind: u32, value: u32 }

        #[no_loop]
        rule tally {
            when {
                tally @ Tally { sum };
                total = sum(sum + value for Item { kind, value }) by (kind);
            }
            then { modify tally { tally.sum = total; } }
        }
    }
    let mut session = Tallies::new();
    session.insert(Tally { sum: 1 });
    session.insert(Item { kind: 1, value: 2 });
    assert_eq!(session.run_limit(9).count, 1);
    session.__verify();
    // Over a group of another key the match is another: each firing makes the next.
    session.insert(Item { kind: 2, value: 1 });
    assert_eq!(session.run_limit(9).count, 9);
    session.__verify();
}

#[test]
fn no_loop_lets_a_match_made_by_another_rule_fire() {
    rules! {
        ruleset Small;
        fact A { value: u32 }
        #[no_loop]
        rule even { when { a @ A { value } if value % 2 == 0 && value < 9; } then { modify a { a.value += 1; } } }
        #[no_loop]
        rule odd { when { a @ A { value } if value % 2 == 1; } then { modify a { a.value += 1; } } }
    }
    let mut session = Small::new();
    let a = session.insert(A { value: 0 });
    assert_eq!(session.run().count, 10);
    assert_eq!(session.get(a).unwrap().value, 10);
}

#[test]
fn a_limit_names_the_rules_caught_in_a_cycle() {
    rules! {
        #[allow(rules::self_reactivation)]
        ruleset Clock;
        fact Hand { at: u32 }
        fact Start;
        rule start { when { Start; } then { insert Hand { at: 0 }; } }
        rule tick { when { h @ Hand { at } if at % 3 != 2; } then { modify h { h.at += 1; } } }
        rule tock { when { h @ Hand { at } if at % 3 == 2; } then { modify h { h.at += 1; } } }
    }
    let mut clock = Clock::new();
    clock.insert(Start);
    let fired = clock.run_limit(4);
    assert_eq!(fired.recent, [("tick", 2), ("start", 1), ("tock", 1)]);
    let fired = clock.run_limit(1_000);
    assert_eq!(fired.stop, Stop::Limit);
    assert_eq!(fired.recent, [("tick", 67), ("tock", 33)]);
    assert_eq!(clock.step().recent, []);
}
