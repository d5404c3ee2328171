//! What a recording keeps of a session's history.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use rules_runtime::{FactId, Recorded, RecordedActivation, Recording, rules};

rules! {
    #[backtrack]
    ruleset Colours;

    fact Land(u32);
    fact Border(u32, u32);
    fact Colour { land: u32, colour: u32 }

    #[salience(10)]
    rule clash {
        when { Border(a, b); Colour { land: a, colour }; Colour { land: b, colour }; }
        then { fail; }
    }

    rule paint {
        when { land @ Land(number); }
        then {
            choose colour in 0..3;
            retract land;
            insert Colour { land: number, colour };
        }
    }
}

rules! {
    ruleset Bank;

    fact Account { owner: &'static str, balance: i64 }
    fact Transfer { from: &'static str, to: &'static str, amount: i64 }
    fact Alert(&'static str);

    rule transfer {
        when {
            order @ Transfer { from, to, amount };
            payer @ Account { owner: from, balance: >= amount };
            payee @ Account { owner: to };
        }
        then {
            modify payer { payer.balance -= amount; }
            modify payee { payee.balance += amount; }
            retract order;
        }
    }

    rule alert {
        when { Account { owner, balance: < 10 }; not Alert(owner); }
        then { insert Alert(owner); }
    }

    #[once]
    #[salience(-1)]
    rule barred {
        when { Account { owner: "Eve" }; either { Alert(_); } or { Transfer; } }
        then {}
    }
}

rules! {
    #[clock(u32)]
    #[backtrack]
    ruleset Desk;

    #[event(at = at, expires = 20)]
    fact Visit { at: u32, guest: u32 }
    #[event(at = at)]
    fact Call { at: u32, guest: u32 }
    fact Greeted { guest: u32 }
    fact Late { guest: u32 }

    rule greet {
        when { Visit { guest }; }
        then { insert logical Greeted { guest }; }
    }

    rule called {
        when { v @ Visit { guest }; Call { guest } within 5 after v; }
        then {}
    }

    rule waits {
        when { v @ Visit { guest }; not Call { guest } within 5 after v; }
        then { insert Late { guest }; }
    }
}

/// The facts and the agenda, put together from the events alone.
#[derive(Default, PartialEq, Debug)]
struct State {
    facts: BTreeMap<FactId, String>,
    agenda: Vec<RecordedActivation>,
}

impl State {
    fn after(recording: &Recording) -> Self {
        let mut state = State::default();
        for event in recording.events() {
            match event.what {
                Recorded::Inserted(fact) => {
                    let before = state.facts.insert(fact.fact, fact.value);
                    assert_eq!(before, None);
                }
                Recorded::Updated { fact, before } => {
                    let known = state.facts.insert(fact.fact, fact.value);
                    assert_eq!(known, Some(before));
                }
                Recorded::Retracted(fact) | Recorded::Expired(fact) => {
                    assert_eq!(state.facts.remove(&fact.fact), Some(fact.value));
                }
                Recorded::Created(activation) => state.agenda.push(activation),
                Recorded::Cancelled(activation) | Recorded::Fired(activation) => {
                    let place = state.agenda.iter().position(|of| *of == activation);
                    state.agenda.remove(place.expect("it is on the agenda"));
                }
                _ => {}
            }
        }
        state.agenda.sort_by_key(key);
        state
    }
}

fn key(activation: &RecordedActivation) -> (&'static str, Vec<FactId>) {
    (activation.rule, activation.facts.clone())
}

/// The facts and the agenda, asked of the session.
macro_rules! state_of {
    ($session:expr, $($fact:ident),+; $rules:ident) => {{
        let session = &$session;
        let mut state = State::default();
        $(for handle in session.handles::<$fact>() {
            let value = session.get(handle).expect("it is there");
            state.facts.insert(handle.id(), format!("{value:?}"));
        })+
        let name = |rule| {
            let mut rules = $rules::RULES.iter();
            rules.find(|info| info.rule == rule).expect("it is a rule").name
        };
        state.agenda = session
            .agenda()
            .map(|activation| RecordedActivation {
                rule: name(activation.rule()),
                facts: activation.facts().to_vec(),
            })
            .collect();
        state.agenda.sort_by_key(key);
        state
    }};
}

fn bank() -> Bank<Recording> {
    let mut bank = Bank::builder().listener(Recording::new()).build();
    for (owner, balance) in [("Ann", 50), ("Bob", 20), ("Eve", 0)] {
        bank.insert(Account { owner, balance });
    }
    bank
}

fn order(bank: &mut Bank<Recording>, from: &'static str, to: &'static str, amount: i64) {
    bank.insert(Transfer { from, to, amount });
}

#[test]
fn the_events_put_together_are_the_state_at_every_step() {
    let mut bank = bank();
    order(&mut bank, "Ann", "Bob", 45);
    order(&mut bank, "Bob", "Eve", 30);
    order(&mut bank, "Eve", "Ann", 99);
    loop {
        let state = state_of!(bank, Account, Transfer, Alert; Bank);
        assert_eq!(State::after(bank.listener()), state);
        if bank.step().count == 0 {
            break;
        }
    }
    assert!(!bank.is_empty::<Alert>());
}

#[test]
fn what_is_skipped_is_taken_off_the_agenda() {
    let mut bank = bank();
    assert!(bank.skip());
    let state = state_of!(bank, Account, Transfer, Alert; Bank);
    assert_eq!(State::after(bank.listener()), state);
}

#[test]
fn what_goes_back_is_told_as_what_differs() {
    let mut colours = Colours::builder().listener(Recording::new()).build();
    for (a, b) in [(0, 1), (0, 2), (1, 2), (2, 3)] {
        colours.insert(Border(a, b));
    }
    colours.insert_all((0..4).map(Land));
    let mut solutions = 0;
    while colours.next_solution() {
        solutions += 1;
        let state = state_of!(colours, Land, Border, Colour; Colours);
        assert_eq!(State::after(colours.listener()), state);
    }
    assert_eq!(solutions, 12);
    let mut events = colours.listener().events();
    assert!(events.any(|event| matches!(event.what, Recorded::GaveUp(_))));
    assert!(events.any(|event| event.what == Recorded::WentBack));
}

#[test]
fn a_firing_stands_before_what_it_changed_and_in_one_change_with_it() {
    let mut bank = bank();
    bank.run();
    order(&mut bank, "Ann", "Bob", 45);
    bank.listener_mut().clear();
    bank.run();
    let text = bank.listener().to_string();
    let changes: Vec<&str> = text.lines().map(str::trim_start).collect();
    assert_eq!(
        changes,
        [
            "0  fired      transfer #5 #1 #2",
            "0  updated    #1 Account { owner: \"Ann\", balance: 50 } → Account { owner: \"Ann\", balance: 5 }",
            "0  updated    #2 Account { owner: \"Bob\", balance: 20 } → Account { owner: \"Bob\", balance: 65 }",
            "0  retracted  #5 Transfer { from: \"Ann\", to: \"Bob\", amount: 45 }",
            "0  cancelled  barred #3 #5",
            "0  activated  alert #1",
            "1  fired      alert #1",
            "1  inserted   #6 Alert(\"Ann\")",
            "1  activated  barred #3 #6",
            "2  fired      barred #3 #6",
        ]
    );
}

#[test]
fn a_full_log_drops_the_oldest_events_and_says_how_many() {
    let run = |recording: Recording| {
        let mut bank = Bank::builder().listener(recording).build();
        let owner = bank.insert(Account {
            owner: "Ann",
            balance: 0,
        });
        for balance in 0..2_000 {
            bank.update(owner, |account| account.balance = balance)
                .expect("it is there");
        }
        bank
    };
    let (all, few) = (run(Recording::new()), run(Recording::with_limit(4_000)));
    let (all, few) = (all.listener(), few.listener());
    assert_eq!(all.dropped(), 0);
    assert!(few.size() <= 4_000 && few.dropped() > 1_000);
    assert_eq!(few.dropped() + few.len() as u64, all.len() as u64);
    let text = few.to_string();
    let (first, rest) = text.split_once('\n').expect("there are several lines");
    assert_eq!(
        first,
        format!("{} events before these were dropped", few.dropped())
    );
    assert!(
        all.to_string().ends_with(rest),
        "the rest is not as it was told"
    );
}

#[test]
fn why_goes_on_through_plain_inserts_over_values_as_they_were() {
    let mut bank = bank();
    order(&mut bank, "Ann", "Bob", 45);
    bank.run();
    let alert = bank.handles::<Alert>().find(|&alert| {
        let alert = bank.get(alert).expect("it is there");
        alert.0 == "Ann"
    });
    let alert = alert.expect("Ann is poor now");
    let why = bank.why(alert);
    assert_eq!(
        why.to_string(),
        "#5 Alert(\"Ann\")\n  inserted by `alert`\n    #1 Account { owner: \"Ann\", balance: 5 }, asserted\n"
    );
    let account = bank.handles::<Account>().next().expect("it is there");
    bank.update(account, |account| account.balance = 100)
        .expect("it is there");
    let why = bank.why(alert);
    assert!(why.facts[1].past && why.facts[1].value.contains("balance: 5 "));
    let orders = why.to_string();
    assert!(orders.contains("balance: 5 } then, asserted"), "{orders}");
}

#[test]
fn two_listeners_are_told_the_same() {
    let recordings = (Recording::new(), Recording::new());
    let mut bank = Bank::builder().listener(recordings).build();
    bank.insert(Account {
        owner: "Ann",
        balance: 5,
    });
    bank.run();
    let (first, second) = bank.listener();
    assert_eq!(first.to_string(), second.to_string());
    assert!(first.len() > 3);
    let alert = bank.handles::<Alert>().next().expect("Ann is poor");
    assert!(bank.why(alert).facts[0].inserted_by.is_some());
}

#[test]
fn what_a_firing_bars_is_taken_off_the_agenda() {
    rules! {
        ruleset Bell;
        fact Door(u32);

        #[once]
        rule ring { when { Door(rings); for ring in 0..rings; } then { _ = ring; } }
    }
    let mut bell = Bell::builder().listener(Recording::new()).build();
    bell.insert(Door(3));
    assert_eq!(bell.run().count, 1);
    let events: Vec<_> = bell.listener().events().map(|event| event.what).collect();
    let cancelled = |what: &&Recorded| matches!(what, Recorded::Cancelled(_));
    assert_eq!(events.iter().filter(cancelled).count(), 2);
    assert_eq!(State::after(bell.listener()).agenda, []);
}

/// Visits and calls, some of them ahead of the clock and some late, until an instant, in steps of so many.
fn desk_until(end: u32, step: usize) -> Desk<Recording> {
    let mut desk = Desk::builder().now(10).listener(Recording::new()).build();
    desk.insert_all((0..8).map(|guest| Visit {
        at: 8 + 3 * guest,
        guest,
    }));
    for at in (10..=end).step_by(step) {
        desk.insert(Call {
            at: at + 1,
            guest: at % 8,
        });
        desk.advance_to(at).unwrap();
    }
    desk
}

#[test]
fn the_events_give_the_state_while_a_clock_goes() {
    for end in 10..60 {
        for step in [1, 3, 7] {
            let desk = desk_until(end, step);
            let state = state_of!(desk, Visit, Call, Greeted, Late; Desk);
            assert_eq!(
                State::after(desk.listener()),
                state,
                "at {end}, steps of {step}"
            );
        }
    }
}

#[test]
fn the_events_give_the_state_after_a_way_back_over_instants() {
    let mut desk = desk_until(16, 1);
    let checkpoint = desk.checkpoint();
    desk.advance_to(40).unwrap();
    desk.rollback(checkpoint).unwrap();
    assert_eq!(desk.now(), 16);
    let state = state_of!(desk, Visit, Call, Greeted, Late; Desk);
    assert_eq!(State::after(desk.listener()), state);
    desk.advance_to(60).unwrap();
    let state = state_of!(desk, Visit, Call, Greeted, Late; Desk);
    assert_eq!(State::after(desk.listener()), state);
}

#[test]
fn a_recording_tells_what_waits_when_it_enters_and_what_expires_apart_from_what_is_retracted() {
    let mut desk = Desk::builder().listener(Recording::new()).build();
    let gone = desk.insert(Visit { at: 0, guest: 1 });
    desk.insert(Visit { at: 2, guest: 2 });
    desk.insert(Call { at: 4, guest: 2 });
    assert_eq!(desk.retract(gone).unwrap().guest, 1);
    desk.advance_to(50).unwrap();
    insta::assert_snapshot!(desk.listener());
}

#[test]
fn a_firing_that_a_panic_in_a_condition_breaks_off_is_not_told() {
    rules! {
        #[backtrack]
        ruleset Shares;
        fact Start(u32);
        fact Part(u32);
        fact Note(u32);

        #[once]
        rule split { when { Start(n); for _half in 0..2; } then { insert Part(n); } }
        rule share { when { Part(n) if 100 / n > 7; } then {} }
        rule note { when { Note(_); } then {} }
    }
    let mut shares = Shares::builder().listener(Recording::new()).build();
    shares.insert(Start(0));
    let before = shares.listener().to_string();
    assert!(catch_unwind(AssertUnwindSafe(|| shares.run())).is_err());
    assert_eq!(shares.agenda().count(), 2);
    // Nor is what it barred.
    assert_eq!(shares.listener().to_string(), before);
    let note = shares.insert(Note(1));
    assert_eq!(shares.why(note).to_string(), "#3 Note(1), asserted\n");
    let state = state_of!(shares, Start, Part, Note; Shares);
    assert_eq!(State::after(shares.listener()), state);
}

#[test]
fn a_change_that_a_panic_in_a_salience_breaks_off_is_not_told() {
    rules! {
        #[backtrack]
        ruleset Urgent;
        fact Parcel(i32);
        fact Weighed(i32);

        rule weigh { when { Parcel(n); } then { insert Weighed(n); } }
        #[salience(100 / n)]
        rule send { when { Weighed(n); } then {} }
    }
    let mut urgent = Urgent::builder().listener(Recording::new()).build();
    urgent.insert(Parcel(0));
    let before = urgent.listener().to_string();
    assert!(catch_unwind(AssertUnwindSafe(|| urgent.run())).is_err());
    assert!(catch_unwind(AssertUnwindSafe(|| urgent.insert(Weighed(0)))).is_err());
    assert_eq!(urgent.listener().to_string(), before);
}

#[test]
fn each_fail_is_told_where_it_happens() {
    rules! {
        #[backtrack]
        ruleset Tries;
        fact Try(u32);
        fact Got(u32);
        fact Refuse;
        fact Odd;

        rule refuse { when { Refuse; } then { fail; } }
        rule pick {
            when { Try(n); }
            then {
                choose number in 0..n;
                if number < 2 {
                    fail;
                }
                insert Got(number);
            }
        }
        rule odd { when { Odd; } then { panic!("odd"); } }
    }
    let mut tries = Tries::builder().listener(Recording::new()).build();
    tries.insert(Refuse);
    assert_eq!(tries.run().count, 0);
    tries.insert(Try(3));
    assert_eq!(tries.run().count, 1);
    let checkpoint = tries.checkpoint();
    tries.insert(Odd);
    assert!(catch_unwind(AssertUnwindSafe(|| tries.run())).is_err());
    tries.rollback(checkpoint).expect("it stands");
    let text = tries.listener().to_string();
    let lines: Vec<&str> = text.lines().map(str::trim_start).collect();
    assert_eq!(
        lines,
        [
            "1  inserted   #1 Refuse",
            "1  activated  refuse #1",
            "2  gave up    refuse #1",
            "2  cancelled  refuse #1",
            "3  inserted   #2 Try(3)",
            "3  activated  pick #2",
            "4  gave up    pick #2",
            "4  gave up    pick #2",
            "4  fired      pick #2",
            "4  inserted   #3 Got(2)",
            "5  inserted   #5 Odd",
            "5  activated  odd #5",
            "6  went back",
            "6  retracted  #5 Odd",
            "6  cancelled  odd #5",
        ]
    );
}
