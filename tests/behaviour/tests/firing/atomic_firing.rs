//! A firing is applied as a whole or not at all: an `Err` or a panic leaves facts, memories and agenda as
//! before it, and the activation pending.

use std::panic::{AssertUnwindSafe, catch_unwind};

use rules_runtime::rules;

#[derive(Debug, Clone, Copy, PartialEq)]
enum Mood {
    Calm,
    Failing,
    Panicking,
}

#[derive(Debug, PartialEq)]
struct Failed;

fn act(mood: Mood) -> Result<(), Failed> {
    match mood {
        Mood::Calm => Ok(()),
        Mood::Failing => Err(Failed),
        Mood::Panicking => panic!("in the block"),
    }
}

rules! {
    #[error(Failed)]
    ruleset Works;
    fact Order { id: u32, state: u32 }
    fact Stock { id: u32 }
    #[unique] fact Shipped(u32);
    #[key(id)] fact Count { id: u32, times: u32 }
    global mood: Mood;
    global tries: u32;

    rule ship {
        when { order @ Order { id, state: 0 }; stock @ Stock { id }; count @ Count { id: 0 }; }
        then {
            *tries += 1;
            insert Shipped(id);
            modify order { order.state = 1; }
            modify count { count.times += 1; }
            retract stock;
            focus later;
            halt;
            act(*mood)?;
        }
    }
    rule waiting { when { Order { id, state: 0 }; not Shipped(id); } then {} }
    rule shipped { when { Shipped(_); _n = count(Shipped(_)); } then {} }
    group later { rule counted { when { Count { times: > 0 }; } then {} } }
}

/// A session in which `ship` is pending for two orders, and the ids of all its facts.
fn session(mood: Mood) -> Works {
    let mut session = Works::new(mood, 0);
    session.insert(Count { id: 0, times: 0 });
    session.insert_all([1, 2].map(|id| Stock { id }));
    session.insert_all([1, 2].map(|id| Order { id, state: 0 }));
    session
}

/// What can be seen of a session from outside, as text: the names of facts differ between sessions.
fn seen(session: &Works) -> String {
    let agenda: Vec<_> = session
        .agenda()
        .map(|pending| (pending.rule(), pending.facts().to_vec()))
        .collect();
    let orders: Vec<&Order> = session.facts().collect();
    let stock: Vec<&Stock> = session.facts().collect();
    let shipped: Vec<&Shipped> = session.facts().collect();
    let counts: Vec<&Count> = session.facts().collect();
    format!("{agenda:?} {orders:?} {stock:?} {shipped:?} {counts:?}")
}

#[test]
fn an_error_leaves_the_session_as_before_the_firing() {
    let mut session = session(Mood::Failing);
    let before = seen(&session);
    let error = session.run().unwrap_err();
    assert_eq!((error.error, error.rule), (Failed, WorksRule::Ship));
    assert_eq!(seen(&session), before);
    assert_eq!(session.globals().tries, 1);
}

#[test]
fn a_panic_leaves_the_session_as_before_the_firing() {
    let mut session = session(Mood::Panicking);
    let before = seen(&session);
    assert!(catch_unwind(AssertUnwindSafe(|| session.run())).is_err());
    assert_eq!(seen(&session), before);
    assert_eq!(session.globals().tries, 1);
}

#[test]
fn mended_there_is_exactly_one_result() {
    for mood in [Mood::Failing, Mood::Panicking] {
        let mut mended = session(mood);
        for _ in 0..3 {
            let run = catch_unwind(AssertUnwindSafe(|| mended.step().is_ok()));
            // Each mood fails in its own way.
            match mood {
                Mood::Panicking => assert!(run.is_err()),
                _ => assert!(!run.unwrap()),
            }
        }
        mended.globals_mut().mood = Mood::Calm;
        let mut untroubled = session(Mood::Calm);
        loop {
            let steps = [&mut mended, &mut untroubled].map(|session| session.step().unwrap());
            assert_eq!(steps[0], steps[1]);
            assert_eq!(seen(&mended), seen(&untroubled));
            if steps[0].count == 0 {
                break;
            }
        }
        assert_eq!(mended.len::<Shipped>(), 2);
        assert_eq!(mended.count(0).unwrap().times, 2);
    }
}

#[test]
fn a_failed_firing_leaves_unique_facts_and_keys_as_they_were() {
    let mut session = session(Mood::Failing);
    assert!(session.run().is_err());
    assert_eq!(session.count(0).unwrap().times, 0);
    let shipped = session.insert(Shipped(2));
    assert_eq!(session.insert(Shipped(2)), shipped);
    assert_eq!(session.len::<Shipped>(), 1);
}

#[test]
fn a_halt_and_a_focus_of_a_failed_firing_are_nothing() {
    let mut session = session(Mood::Failing);
    assert!(session.run().is_err());
    let count = session.handles::<Count>().next().unwrap();
    session.update(count, |count| count.times = 5).unwrap();
    // Taken off, the two of `ship`, and then those of `waiting` fire without a halt; `counted` stays.
    session.globals_mut().mood = Mood::Calm;
    while session.agenda().next().unwrap().rule() == WorksRule::Ship {
        session.skip();
    }
    let fired = session.run().unwrap();
    assert_eq!((fired.count, fired.stop), (2, rules_runtime::Stop::Rest));
    assert_eq!(session.agenda().count(), 1);
}

#[test]
fn what_the_caller_changes_after_an_error_counts() {
    let mut session = session(Mood::Failing);
    let error = session.run().unwrap_err();
    let order = session
        .handles::<Order>()
        .find(|order| error.facts.contains(&order.id()))
        .unwrap();
    assert_eq!(session.get(order).unwrap().id, 2);
    session.retract(order).unwrap();
    session.globals_mut().mood = Mood::Calm;
    let agenda: Vec<_> = session.agenda().map(|pending| pending.rule()).collect();
    assert_eq!(agenda, [WorksRule::Ship, WorksRule::Waiting]);
}
