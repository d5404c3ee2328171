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

rules! {
    #[allow(rules::cross_product, rules::duplicate_rule)]
    ruleset Bench;

    fact Tick(u32);
    fact Cup(u32);
    fact Tea(u32);
    global fired: Vec<(&'static str, u32, u32)>;

    rule pour { when { Tick(t); Cup(c); } then { fired.push(("pour", t, c)); } }
    rule look { when { Tick(t); } then { fired.push(("look", t, 0)); } }
    #[salience(-1)]
    rule wait {
        when { Tick(t); Cup(c); }
        then {
            fired.push(("wait", t, c));
            insert Tea(10 * t + c);
        }
    }
    #[salience(-2)]
    rule drink { when { tea @ Tea(t); } then { fired.push(("drink", t, 0)); retract tea; } }
}

fn on_bench(bench: &Bench) -> Vec<BenchRule> {
    bench.__verify();
    bench.agenda().map(|activation| activation.rule()).collect()
}

#[test]
fn of_several_that_a_change_begins_the_first_is() {
    use BenchRule::{Look, Pour, Wait};

    for cups in 0..6 {
        let mut bench = Bench::new(vec![]);
        bench.insert_all((0..cups).map(Cup));
        bench.insert(Tick(1));
        let expected: Vec<_> = std::iter::repeat_n(Pour, cups as usize)
            .chain([Look])
            .chain(std::iter::repeat_n(Wait, cups as usize))
            .collect();
        assert_eq!(on_bench(&bench), expected);
        // What is seen is what fires, whether it is put down again or not.
        let mut copy = bench.clone();
        copy.insert(Tea(7));
        let mut steps = Vec::new();
        while let Some(next) = on_bench(&copy).first().copied() {
            assert_eq!(copy.step().count, 1);
            steps.push(next);
        }
        bench.insert(Tea(7));
        assert_eq!(bench.run().count as usize, steps.len());
        assert_eq!(bench.globals().fired, copy.globals().fired);
        assert_eq!(steps.len(), 3 * cups as usize + 2);
    }
}

#[test]
fn the_first_of_several_ends_with_its_facts() {
    let mut bench = Bench::new(vec![]);
    let cup = bench.insert(Cup(1));
    let tick = bench.insert(Tick(1));
    bench.retract(cup).unwrap();
    assert_eq!(on_bench(&bench), [BenchRule::Look]);
    bench.insert(Cup(2));
    assert!(bench.skip());
    assert_eq!(on_bench(&bench), [BenchRule::Look, BenchRule::Wait]);
    bench.retract(tick).unwrap();
    assert_eq!(on_bench(&bench), []);
    assert_eq!(bench.run().count, 0);
}
