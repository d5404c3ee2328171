//! An activation that is about to fire need not be put on the agenda. That is nobody's business: what is done between
//! its beginning and its firing finds it where it would stand.

use rules_runtime::{HandleError, rules};

rules! {
    ruleset Desk;

    #[derive(Clone, Debug, PartialEq)]
    fact Order { id: u32, total: u32, note: u32 }
    #[derive(Clone, Debug, PartialEq)]
    fact Customer { order: u32, name: u32 }
    #[derive(Clone, Debug, PartialEq)]
    fact Invoice { order: u32 }
    global log: Vec<(&'static str, u32)>;

    rule small {
        when { Order { id, total: < 100 }; }
        then { log.push(("small", id)); }
    }

    #[salience(5)]
    rule large {
        when { Order { id, total: >= 100 }; Customer { order: id, name }; }
        then {
            log.push(("large", name));
            insert Invoice { order: id };
        }
    }

    rule invoiced {
        when { Invoice { order }; }
        then { log.push(("invoiced", order)); }
    }
}

fn order(id: u32, total: u32) -> Order {
    Order { id, total, note: 0 }
}

fn rules_on(desk: &Desk) -> Vec<DeskRule> {
    desk.__verify();
    desk.agenda().map(|activation| activation.rule()).collect()
}

#[test]
fn it_is_on_the_agenda() {
    let mut desk = Desk::new(vec![]);
    desk.insert(order(1, 10));
    assert_eq!(rules_on(&desk), [DeskRule::Small]);
    assert_eq!(format!("{desk:?}").matches("pending: 1").count(), 1);
    assert_eq!(desk.step().count, 1);
    assert_eq!(rules_on(&desk), []);
}

#[test]
fn what_begins_later_comes_before_it() {
    let mut desk = Desk::new(vec![]);
    desk.insert(order(1, 10));
    desk.insert(order(2, 10));
    assert_eq!(rules_on(&desk), [DeskRule::Small, DeskRule::Small]);
    desk.run();
    assert_eq!(desk.globals().log, [("small", 2), ("small", 1)]);
}

#[test]
fn one_of_a_lower_salience_waits() {
    let mut desk = Desk::new(vec![]);
    desk.insert(order(1, 100));
    desk.insert(Customer { order: 1, name: 7 });
    desk.insert(order(2, 10));
    assert_eq!(rules_on(&desk), [DeskRule::Large, DeskRule::Small]);
    desk.run();
    let log = [("large", 7), ("invoiced", 1), ("small", 2)];
    assert_eq!(desk.globals().log, log);
}

#[test]
fn it_ends_with_its_facts() {
    let mut desk = Desk::new(vec![]);
    let first = desk.insert(order(1, 10));
    desk.update(first, |order| order.note = 1).unwrap();
    assert_eq!(rules_on(&desk), [DeskRule::Small], "nothing reads the note");
    desk.update(first, |order| order.total = 100).unwrap();
    assert_eq!(rules_on(&desk), []);
    desk.insert(Customer { order: 1, name: 7 });
    assert_eq!(rules_on(&desk), [DeskRule::Large]);
    desk.retract(first).unwrap();
    assert_eq!(rules_on(&desk), []);
    assert_eq!(desk.run().count, 0);
}

#[test]
fn it_ends_in_a_transaction() {
    let mut desk = Desk::new(vec![]);
    let first = desk.insert(order(1, 10));
    desk.transaction(|tx| {
        tx.retract(first)?;
        tx.insert(order(2, 10));
        Ok::<_, HandleError>(())
    })
    .unwrap();
    assert_eq!(rules_on(&desk), [DeskRule::Small]);
    desk.run();
    assert_eq!(desk.globals().log, [("small", 2)]);
}

#[test]
fn it_can_be_skipped() {
    let mut desk = Desk::new(vec![]);
    desk.insert(order(1, 10));
    assert!(desk.skip());
    assert_eq!(rules_on(&desk), []);
    assert!(!desk.skip());
    assert_eq!(desk.run().count, 0);
}

#[test]
fn a_copy_has_it_too() {
    let mut desk = Desk::new(vec![]);
    desk.insert(order(1, 10));
    let mut copy = desk.clone();
    desk.insert(order(2, 10));
    assert_eq!(rules_on(&copy), [DeskRule::Small]);
    copy.insert(order(3, 10));
    assert_eq!((desk.run().count, copy.run().count), (2, 2));
    assert_eq!(copy.globals().log, [("small", 3), ("small", 1)]);
}

#[test]
fn a_limit_leaves_it() {
    let mut desk = Desk::new(vec![]);
    desk.insert(order(1, 100));
    desk.insert(Customer { order: 1, name: 7 });
    assert_eq!(desk.run_limit(1).count, 1);
    assert_eq!(rules_on(&desk), [DeskRule::Invoiced]);
    desk.insert(order(2, 10));
    assert_eq!(rules_on(&desk), [DeskRule::Small, DeskRule::Invoiced]);
    desk.run();
    let log = [("large", 7), ("small", 2), ("invoiced", 1)];
    assert_eq!(desk.globals().log, log);
}
