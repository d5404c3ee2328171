//! A summary that reads nothing of what stands before it is made once for all matches there, and says to each what it
//! would say if it were made for that one alone.

use rules_runtime::{Accumulator, NetworkGraph, NodeRole, rules};

/// What owns the summaries of a network.
fn owners(network: &'static NetworkGraph) -> Vec<&'static str> {
    let nodes = network.nodes().iter();
    let owners = nodes.filter(|node| node.role() == NodeRole::Owner);
    owners.map(rules_runtime::GraphNode::text).collect()
}

struct Total;

impl Accumulator for Total {
    type Input<'a> = u64;
    type State = u64;
    type Output = u64;

    fn add(state: &mut u64, value: u64) {
        *state = state.wrapping_add(value);
    }

    fn output(state: &u64) -> Option<u64> {
        (*state > 0).then_some(*state)
    }
}

rules! {
    #[allow(rules::cross_product)]
    ruleset Shop;

    fact Customer { id: u64 }
    #[derive(Debug, Clone, PartialEq)]
    fact Order { amount: u64 }
    fact Closed;
    global log: Vec<(&'static str, u64, u64)>;

    rule counted {
        when { Customer { id }; n = count(Order { amount: > 10 }) if n as u64 >= id; }
        then { log.push(("counted", id, n as u64)); }
    }
    rule summed {
        when { Customer { id }; total = sum(amount for Order { amount }); if total > 20; }
        then { log.push(("summed", id, total)); }
    }
    rule best {
        when { Customer { id }; best = max_by(order.amount for order @ Order); }
        then { log.push(("best", id, best.amount)); }
    }
    rule listed {
        when { Customer { id }; all = collect(order @ Order { amount: > 5 }); }
        then { log.push(("listed", id, all.iter().map(|order| order.amount).sum())); }
    }
    rule totalled {
        when { Customer { id }; total = accumulate(Total, amount for Order { amount }); }
        then { log.push(("totalled", id, total)); }
    }
    rule open {
        when { Customer { id }; not { Closed; Order { amount: 7 }; }; }
        then { log.push(("open", id, 0)); }
    }
    rule nested {
        when { Customer { id }; n = count({ Order { amount }; m = max(x for Order { amount: x }); if m == amount; }); }
        then { log.push(("nested", id, n as u64)); }
    }
}

/// What rules of a name have said, for which customers.
fn said(shop: &mut Shop, rule: &str) -> Vec<(u64, u64)> {
    let log = shop.globals().log.iter();
    let said = log.filter(|(name, ..)| *name == rule);
    let mut said: Vec<_> = said.map(|&(_, id, value)| (id, value)).collect();
    said.sort_unstable();
    said
}

fn run(shop: &mut Shop) {
    shop.globals_mut().log.clear();
    shop.run();
    shop.__verify();
}

#[test]
fn each_has_an_owner_in_common() {
    let owners = owners(Shop::network());
    let of_all = owners.iter().filter(|text| **text == "for all").count();
    let in_common = owners.iter().filter(|text| **text == "in common");
    // `nested` has two, one in the other.
    assert_eq!((of_all, in_common.count(), owners.len()), (8, 8, 16));
}

#[test]
fn all_are_told_what_members_come_to() {
    let mut shop = Shop::new(vec![]);
    shop.insert_all([0, 1, 2].map(|id| Customer { id }));
    run(&mut shop);
    assert_eq!(said(&mut shop, "counted"), [(0, 0)]);
    assert_eq!(said(&mut shop, "summed"), []);
    assert_eq!(said(&mut shop, "open"), [(0, 0), (1, 0), (2, 0)]);
    let order = shop.insert(Order { amount: 11 });
    run(&mut shop);
    assert_eq!(said(&mut shop, "counted"), [(0, 1), (1, 1)]);
    assert_eq!(said(&mut shop, "best"), [(0, 11), (1, 11), (2, 11)]);
    assert_eq!(said(&mut shop, "totalled"), [(0, 11), (1, 11), (2, 11)]);
    assert_eq!(said(&mut shop, "nested"), [(0, 1), (1, 1), (2, 1)]);
    assert_eq!(said(&mut shop, "open"), []);
    shop.update(order, |order| order.amount = 30).unwrap();
    run(&mut shop);
    assert_eq!(said(&mut shop, "counted"), []);
    assert_eq!(said(&mut shop, "summed"), [(0, 30), (1, 30), (2, 30)]);
    assert_eq!(said(&mut shop, "listed"), [(0, 30), (1, 30), (2, 30)]);
}

#[test]
fn one_that_comes_later_is_told_what_is_known() {
    let mut shop = Shop::new(vec![]);
    shop.insert(Customer { id: 1 });
    shop.insert_all([12, 40].map(|amount| Order { amount }));
    run(&mut shop);
    shop.insert(Customer { id: 2 });
    run(&mut shop);
    assert_eq!(said(&mut shop, "counted"), [(2, 2)]);
    assert_eq!(said(&mut shop, "summed"), [(2, 52)]);
    assert_eq!(said(&mut shop, "best"), [(2, 40)]);
    assert_eq!(said(&mut shop, "listed"), [(2, 52)]);
    assert_eq!(said(&mut shop, "totalled"), [(2, 52)]);
    assert_eq!(said(&mut shop, "nested"), [(2, 1)]);
}

#[test]
fn one_that_comes_with_a_member_is_told_once() {
    let mut shop = Shop::new(vec![]);
    shop.insert(Customer { id: 1 });
    run(&mut shop);
    shop.transaction(|tx| -> Result<(), core::convert::Infallible> {
        tx.insert(Order { amount: 21 });
        tx.insert(Customer { id: 0 });
        Ok(())
    })
    .unwrap();
    run(&mut shop);
    assert_eq!(said(&mut shop, "counted"), [(0, 1), (1, 1)]);
    assert_eq!(said(&mut shop, "summed"), [(0, 21), (1, 21)]);
    assert_eq!(said(&mut shop, "open"), [(0, 0)]);
}

#[test]
fn members_come_and_go_while_nothing_is_there_to_be_told() {
    let mut shop = Shop::new(vec![]);
    let customer = shop.insert(Customer { id: 1 });
    let order = shop.insert(Order { amount: 15 });
    run(&mut shop);
    shop.retract(customer).unwrap();
    shop.__verify();
    // One goes, and then one comes that need not be noted.
    shop.retract(order).unwrap();
    shop.__verify();
    let customer = shop.insert(Customer { id: 0 });
    run(&mut shop);
    assert_eq!(said(&mut shop, "counted"), [(0, 0)]);
    shop.retract(customer).unwrap();
    shop.insert_all([16, 17].map(|amount| Order { amount }));
    shop.__verify();
    let order = shop.insert(Order { amount: 7 });
    shop.insert(Closed);
    shop.__verify();
    shop.insert(Customer { id: 2 });
    run(&mut shop);
    assert_eq!(said(&mut shop, "counted"), [(2, 2)]);
    assert_eq!(said(&mut shop, "summed"), [(2, 40)]);
    assert_eq!(said(&mut shop, "open"), []);
    shop.retract(order).unwrap();
    run(&mut shop);
    assert_eq!(said(&mut shop, "summed"), [(2, 33)]);
    assert_eq!(said(&mut shop, "open"), [(2, 0)]);
}

#[test]
fn what_would_be_no_member_is_not_noted_while_nothing_is_there_to_be_told() {
    rules! {
        ruleset Checks;
        fact Audit;
        fact Order { id: u32 }
        fact Line { order: u32, bad: bool }
        global clean: u32;
        rule clean {
            when { Audit; not { Order { id }; Line { order: id, bad: true }; }; }
            then { *clean += 1; }
        }
    }
    let mut session = Checks::new(0);
    let audit = session.insert(Audit);
    session.insert(Order { id: 0 });
    session.run();
    session.retract(audit).unwrap();
    // Nothing stands between `Audit` and the orders any more: see `verify`.
    session.__verify();
    session.insert_all((1..9).map(|id| Order { id }));
    session.insert(Line {
        order: 3,
        bad: false,
    });
    session.__verify();
    session.insert(Audit);
    session.insert(Line {
        order: 3,
        bad: true,
    });
    session.__verify();
    assert_eq!((session.run().count, session.globals().clean), (0, 1));
}

#[test]
fn what_is_read_of_what_stands_before_belongs_to_each() {
    rules! {
        #[allow(rules::cross_product)]
        ruleset Each;
        fact Customer { id: u64, from: u64 }
        fact Order { customer: u64, amount: u64 }
        global log: Vec<u64>;
        rule joined { when { Customer { id }; n = count(Order { customer: id }); } then { log.push(n as u64); } }
        rule guarded { when { Customer { from }; n = count(Order { amount: > from }); } then { log.push(n as u64); } }
        rule weighed { when { Customer { from }; n = sum(amount + from for Order { amount }); } then { log.push(n); } }
        rule in_a_closure {
            when { Customer { from }; n = count(Order { amount } if [amount].iter().any(|it| *it > from)); }
            then { log.push(n as u64); }
        }
        rule through { when { c @ Customer; n = count({ for x in [c.from, 2]; Order { amount: x }; }); } then { log.push(n as u64); } }
        rule by_keys { when { Customer; n = count(Order { customer }) by (customer); } then { log.push(n as u64 + customer); } }
    }
    assert_eq!(owners(Each::network()), ["for each"; 6]);
    let mut session = Each::new(vec![]);
    session.insert_all([(1, 2), (2, 5)].map(|(id, from)| Customer { id, from }));
    session
        .insert_all([(1, 2), (1, 3), (2, 6)].map(|(customer, amount)| Order { customer, amount }));
    session.run();
    session.__verify();
    let mut log = session.globals().log.clone();
    log.sort_unstable();
    let joined = [2, 1];
    let guarded = [2, 1];
    let weighed = [2 + 3 + 6 + 3 * 2, 2 + 3 + 6 + 3 * 5];
    let through = [2, 1];
    let by_keys = [3, 3, 3, 3];
    let mut expected: Vec<u64> = [joined, guarded, weighed, guarded, through].concat();
    expected.extend(by_keys);
    expected.sort_unstable();
    assert_eq!(log, expected);
}

#[test]
fn what_a_firing_saw_is_kept_for_its_undo() {
    rules! {
        #[allow(rules::cross_product)]
        ruleset Kept;
        fact Customer { id: u64 }
        #[derive(Debug, Clone, PartialEq)]
        fact Order { amount: u64 }
        global log: Vec<String>;
        rule listed {
            when { Customer { id }; all = collect(order @ Order { amount: > 5 }); }
            then { log.push(format!("{id} has {}", all.len())); }
            undo { log.push(format!("{id} had {:?}", all.iter().map(|order| order.amount).collect::<Vec<_>>())); }
        }
        rule logical_sum {
            when { Customer { id: 1 }; total = sum(amount for Order { amount }); if total > 9; }
            then { insert logical Big(total); }
        }
        fact Big(u64);
        rule big { when { Big(total); } then { log.push(format!("big {total}")); } }
    }
    let mut session = Kept::new(vec![]);
    let customer = session.insert(Customer { id: 1 });
    session.insert(Customer { id: 2 });
    let order = session.insert(Order { amount: 10 });
    session.run();
    session.__verify();
    session.globals_mut().log.clear();
    session.update(order, |order| order.amount = 20).unwrap();
    session.run();
    session.__verify();
    let mut log = core::mem::take(&mut session.globals_mut().log);
    log.sort();
    assert_eq!(
        log,
        ["1 had [10]", "1 has 1", "2 had [10]", "2 has 1", "big 20"]
    );
    session.retract(customer).unwrap();
    session.run();
    session.__verify();
    assert_eq!(session.globals().log, ["1 had [20]"]);
    assert_eq!(session.len::<Big>(), 0);
}
