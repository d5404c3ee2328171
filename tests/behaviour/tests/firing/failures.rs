//! Panics in blocks and in conditions.

use std::panic::{AssertUnwindSafe, catch_unwind};

use behaviour::Recorder;
use rules_runtime::rules;

#[test]
fn a_panic_in_a_block_leaves_the_session_as_before_and_the_activation_pending() {
    rules! {
        ruleset Small;
        fact A { value: u8 }
        fact B;
        global calm: bool;
        rule r {
            when { a @ A { value: 1 }; }
            then {
                insert B;
                modify a { a.value = 2; }
                assert!(*calm, "not calm");
            }
        }
        rule b { when { B; } then {} }
    }
    let mut session = Small::builder().listener(Recorder::default()).build(false);
    let a = session.insert(A { value: 1 });
    session.listener_mut().take();
    let before: Vec<_> = session.agenda().collect();
    let panic = catch_unwind(AssertUnwindSafe(|| session.run())).unwrap_err();
    assert_eq!(panic.downcast_ref::<&str>(), Some(&"not calm"));
    assert_eq!(session.get(a).unwrap().value, 1);
    assert_eq!(session.len::<B>(), 0);
    assert_eq!(session.agenda().collect::<Vec<_>>(), before);
    assert_eq!(session.listener_mut().take(), ["firing r"]);

    session.globals_mut().calm = true;
    assert_eq!(session.run().count, 2);
    assert_eq!(session.len::<B>(), 1);
}

#[test]
fn globals_keep_what_a_panicking_block_wrote() {
    rules! {
        ruleset Small;
        fact A;
        global tries: u32;
        rule r { when { A; } then { *tries += 1; assert!(*tries > 1); } }
    }
    let mut session = Small::new(0);
    session.insert(A);
    assert!(catch_unwind(AssertUnwindSafe(|| session.run())).is_err());
    assert_eq!(session.globals().tries, 1);
    assert_eq!(session.run().count, 1);
}

#[test]
fn a_panic_in_a_condition_poisons_the_session() {
    rules! {
        ruleset Small;
        fact A(u8);
        rule r { when { A(n) if 10 / n > 1; } then {} }
    }
    let mut session = Small::new();
    let good = session.insert(A(1));
    assert!(catch_unwind(AssertUnwindSafe(|| session.insert(A(0)))).is_err());
    let panic = catch_unwind(AssertUnwindSafe(|| session.run())).unwrap_err();
    let message = panic.downcast_ref::<String>().map(String::as_str);
    let message = message.or(panic.downcast_ref::<&str>().copied()).unwrap();
    assert!(message.contains("poisoned"), "{message}");
    let error = session.update(good, |_| ()).unwrap_err();
    assert!(error.to_string().contains("poisoned"), "{error}");
}

#[test]
fn a_panic_in_what_gives_the_facts_inserts_none() {
    rules! {
        ruleset Small;
        fact A(u8);
        global log: Vec<u8>;
        rule r { when { A(n); } then { log.push(n); } }
    }
    let mut session = Small::new(vec![]);
    session.insert(A(0));
    let facts = (1..9).map(|n| {
        assert!(n < 5, "no more");
        A(n)
    });
    let panic = catch_unwind(AssertUnwindSafe(|| session.insert_all(facts))).unwrap_err();
    assert_eq!(panic.downcast_ref::<&str>(), Some(&"no more"));
    assert_eq!(session.len::<A>(), 1);
    let handles = session.insert_all([A(1), A(2)]);
    assert_eq!(session.get(handles[1]).unwrap().0, 2);
    assert_eq!(session.run().count, 3);
    assert_eq!(session.globals().log, [2, 1, 0]);
    assert!(session.insert_all::<A>([]).is_empty());
}
