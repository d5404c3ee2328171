//! A transaction is one change: only the states before and after it count.

use behaviour::Recorder;
use rules_runtime::{HandleError, rules};

rules! {
    ruleset Seats;
    fact Guest { table: u32, name: &'static str }
    fact Table(u32);
    global log: Vec<(u32, usize)>;
    rule seated {
        when { Table(table); n = count(Guest { table }); }
        then { log.push((table, n)); }
    }
    rule crowded { when { Table(table); exists Guest { table }; } then {} }
    rule empty { when { Table(table); not Guest { table }; } then {} }
}

fn tables() -> Seats {
    let mut session = Seats::new(vec![]);
    session.insert_all([Table(1), Table(2)]);
    session.insert_all([(1, "Ann"), (2, "Bob")].map(|(table, name)| Guest { table, name }));
    session
}

#[test]
fn members_that_swap_places_change_no_count_and_no_witness() {
    let mut session = tables();
    assert_eq!(session.run().count, 4);
    let guests: Vec<_> = session.handles::<Guest>().collect();
    session
        .transaction(|tx| {
            tx.update(guests[0], |guest| guest.table = 2)?;
            tx.update(guests[1], |guest| guest.table = 1)
        })
        .unwrap();
    assert_eq!(session.run().count, 0);
    assert_eq!(session.get(guests[0]).unwrap().table, 2);
}

#[test]
fn the_same_in_two_changes_is_seen() {
    let mut session = tables();
    session.run();
    let guests: Vec<_> = session.handles::<Guest>().collect();
    session.update(guests[0], |guest| guest.table = 2).unwrap();
    session.update(guests[1], |guest| guest.table = 1).unwrap();
    // Table 1 was empty in between: its count and its witness are new. Table 2 had two: its count is.
    assert_eq!(session.run().count, 3);
}

#[test]
fn a_value_changed_and_changed_back_is_no_change() {
    let mut session = Seats::builder().listener(Recorder::default()).build(vec![]);
    session.insert(Table(1));
    let guest = session.insert(Guest {
        table: 1,
        name: "Ann",
    });
    session.run();
    session.listener_mut().take();
    session
        .transaction(|tx| {
            tx.update(guest, |guest| guest.table = 9)?;
            tx.update(guest, |guest| guest.table = 1)
        })
        .unwrap();
    let heard = session.listener_mut().take();
    assert!(
        !heard.iter().any(|line| line.contains("created")),
        "{heard:?}"
    );
    assert!(
        !heard.iter().any(|line| line.contains("cancelled")),
        "{heard:?}"
    );
    assert_eq!(session.run().count, 0);
}

#[test]
fn a_pending_match_that_holds_before_and_after_keeps_its_place() {
    rules! {
        ruleset Small;
        fact A(u32);
        global log: Vec<u32>;
        rule r { when { A(n) if n < 10; } then { log.push(n); } }
    }
    let mut session = Small::new(vec![]);
    let first = session.insert(A(1));
    session.insert(A(2));
    session
        .transaction(|tx| {
            tx.update(first, |a| a.0 = 50)?;
            tx.update(first, |a| a.0 = 1)
        })
        .unwrap();
    assert_eq!(session.run().count, 2);
    assert_eq!(session.globals().log, [2, 1]);
}

#[test]
fn a_transaction_that_fails_changes_nothing_and_gives_its_error() {
    let mut session = tables();
    session.run();
    let ann = session.handles::<Guest>().next().unwrap();
    let outcome: Result<(), &str> = session.transaction(|tx| {
        tx.insert(Guest {
            table: 2,
            name: "Cid",
        });
        tx.retract(ann).map_err(|_| "stale")?;
        Err("no")
    });
    assert_eq!(outcome, Err("no"));
    assert!(session.contains(ann));
    assert_eq!(session.len::<Guest>(), 2);
    assert_eq!(session.run().count, 0);
}

#[test]
fn a_transaction_gives_what_its_closure_gives() {
    let mut session = tables();
    let table = session
        .transaction(|tx| Ok::<_, HandleError>(tx.insert(Table(3))))
        .unwrap();
    assert_eq!(session.get(table).unwrap().0, 3);
}
