//! Handles and the calls that take them; transactions.

#![allow(
    clippy::redundant_pattern_matching,
    clippy::single_match,
    reason = "what is tried are the forms that borrow while they are matched"
)]

use std::collections::HashSet;

use rules_runtime::rules;

rules! {
    ruleset Small;
    fact A { value: u8 }
    fact B(String);
    rule a { when { A { value: > 0 }; } then {} }
    rule b { when { B(text); if text.len() > 1; } then {} }
}

#[test]
fn a_handle_reads_updates_replaces_and_retracts_its_fact() {
    let mut session = Small::new();
    let a = session.insert(A { value: 1 });
    assert_eq!(session.get(a), Some(&A { value: 1 }));
    assert_eq!(
        session.update(a, |a| {
            a.value += 1;
            a.value
        }),
        Ok(2)
    );
    assert_eq!(session.replace(a, A { value: 7 }), Ok(A { value: 2 }));
    assert!(session.contains(a));
    assert_eq!(session.retract(a), Ok(A { value: 7 }));
    assert!(!session.contains(a));
    assert_eq!(session.get(a), None);
}

#[test]
fn a_stale_handle_is_an_error() {
    let mut session = Small::new();
    let a = session.insert(A { value: 1 });
    session.retract(a).unwrap();
    let error = session.update(a, |a| a.value = 2).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!(
            "no fact of this session: `A` {:?} was retracted, or is another session's",
            a.id()
        )
    );
    assert!(session.replace(a, A { value: 1 }).is_err());
    assert!(session.retract(a).is_err());
}

#[test]
fn a_handle_stays_stale_when_its_slot_is_taken_again() {
    let mut session = Small::new();
    let old = session.insert(A { value: 1 });
    session.retract(old).unwrap();
    let new = session.insert(A { value: 2 });
    assert_ne!(old, new);
    assert!(!session.contains(old));
    assert!(session.update(old, |a| a.value = 9).is_err());
    assert_eq!(session.get(new), Some(&A { value: 2 }));
}

#[test]
fn a_handle_of_another_session_is_foreign() {
    let (mut first, mut second) = (Small::new(), Small::new());
    let a = first.insert(A { value: 1 });
    let b = second.insert(A { value: 2 });
    assert!(second.update(a, |a| a.value = 9).is_err());
    assert!(first.retract(b).is_err());
    assert_eq!(second.get(a), None);
}

#[test]
fn handles_are_copy_hash_and_debug_whatever_the_fact_is() {
    let mut session = Small::new();
    let handles = session.insert_all(["x", "yy", "x"].map(|text| B(text.to_owned())));
    let copies = handles.clone();
    let set: HashSet<_> = handles.into_iter().chain(copies).collect();
    assert_eq!(set.len(), 3);
    assert!(
        set.iter()
            .all(|handle| format!("{handle:?}").starts_with("Handle(#"))
    );
}

#[test]
fn facts_and_handles_come_in_insertion_order_also_when_slots_are_reused() {
    let mut session = Small::new();
    let handles = session.insert_all([1, 2, 3].map(|value| A { value }));
    session.retract(handles[1]).unwrap();
    session.insert(A { value: 4 });
    session.update(handles[0], |a| a.value = 10).unwrap();
    assert_eq!(
        session.facts::<A>().map(|a| a.value).collect::<Vec<_>>(),
        [10, 3, 4]
    );
    let values: Vec<u8> = session
        .handles::<A>()
        .map(|h| session.get(h).unwrap().value)
        .collect();
    assert_eq!(values, [10, 3, 4]);
    assert_eq!(session.len::<A>(), 3);
    assert_eq!(session.len::<B>(), 0);
}

#[test]
fn a_transaction_is_one_change_that_reads_what_it_has_written() {
    let mut session = Small::new();
    let old = session.insert(A { value: 1 });
    let new = session
        .transaction(|tx| {
            tx.update(old, |a| a.value = 5)?;
            let new = tx.insert(A { value: 2 });
            assert_eq!(tx.get(old).map(|a| a.value), Some(5));
            assert_eq!(tx.facts::<A>().count(), 2);
            tx.retract(old)?;
            assert!(!tx.contains(old));
            Ok::<_, rules_runtime::HandleError>(new)
        })
        .unwrap();
    assert_eq!(session.handles::<A>().collect::<Vec<_>>(), [new]);
    assert_eq!(session.agenda().count(), 1);
}

#[test]
fn a_transaction_that_fails_leaves_the_session_as_it_was() {
    let mut session = Small::new();
    let a = session.insert(A { value: 1 });
    let before: Vec<_> = session.agenda().collect();
    let result = session.transaction(|tx| {
        tx.insert(A { value: 2 });
        tx.update(a, |a| a.value = 0).unwrap();
        Err::<(), _>("no")
    });
    assert_eq!(result, Err("no"));
    assert_eq!(session.facts::<A>().collect::<Vec<_>>(), [&A { value: 1 }]);
    assert_eq!(session.agenda().collect::<Vec<_>>(), before);
}

#[test]
fn a_handle_does_not_keep_the_session_borrowed() {
    let mut session = Small::new();
    session.insert_all([1, 2, 3, 4].map(|value| A { value }));
    if let Some(second) = session.handles::<A>().nth(1) {
        session.retract(second).unwrap();
    }
    while let Some(first) = session.handles::<A>().next() {
        session.retract(first).unwrap();
        match session.handles::<A>().last() {
            Some(last) => session.update(last, |a| a.value += 1).unwrap(),
            None => break,
        }
    }
    if let Some(handle) = session
        .handles::<A>()
        .find(|handle| handle.id() == session.handles::<A>().next().unwrap().id())
    {
        session.retract(handle).unwrap();
    } else if let None = session.handles::<A>().next() {
        session.insert(A { value: 9 });
    }
    if let Some(A { value }) = session.facts::<A>().next().cloned() {
        session.insert(A { value: value + 1 });
    }
    if let Some(next) = session.agenda().next() {
        session.run();
        assert_eq!(next.rule(), SmallRule::A);
    } else {
        panic!("two facts are pending");
    }
    let values: Vec<u8> = session.facts::<A>().map(|a| a.value).collect();
    assert_eq!(values, [9, 10]);
}

#[test]
fn a_handle_does_not_keep_a_transaction_borrowed() {
    let mut session = Small::new();
    session.insert_all([1, 2, 3].map(|value| A { value }));
    let ended: Result<(), ()> = session.transaction(|tx| {
        if let Some(second) = tx.handles::<A>().nth(1) {
            tx.retract(second).unwrap();
        }
        if let Some(second) = tx.handles::<A>().nth(1) {
            tx.update(second, |a| a.value = 7).unwrap();
        }
        if let Some(A { value }) = tx.facts::<A>().last().cloned() {
            tx.insert(A { value: value + 1 });
        }
        match tx.handles::<A>().next() {
            Some(first) => drop(tx.retract(first)),
            None => {}
        }
        Ok(())
    });
    ended.unwrap();
    let values: Vec<u8> = session.facts::<A>().map(|a| a.value).collect();
    assert_eq!(values, [7, 8]);
    assert_eq!(
        format!("{:?}", session.facts::<A>()),
        "[A { value: 7 }, A { value: 8 }]"
    );
    assert_eq!(
        session.handles::<A>().count(),
        format!("{:?}", session.handles::<A>()).matches('#').count()
    );
}
