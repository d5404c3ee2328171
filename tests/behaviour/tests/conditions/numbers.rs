//! `sum`, `avg`, `min`, `max` and their `_by` forms: kept as members come, change and go.

use rules_runtime::rules;

rules! {
    ruleset Till;
    fact Sale { amount: i64, note: u32 }
    global sums: Vec<i64>;
    global means: Vec<f64>;
    global least: Vec<i64>;
    global most: Vec<i64>;
    rule sum { when { total = sum(amount for Sale { amount }); } then { sums.push(total); } }
    rule avg { when { mean = avg(amount for Sale { amount }); } then { means.push(mean); } }
    rule min { when { low = min(amount for Sale { amount }); } then { least.push(low); } }
    rule max { when { high = max(amount for Sale { amount }); } then { most.push(high); } }
}

fn sale(amount: i64) -> Sale {
    Sale { amount, note: 0 }
}

fn till() -> Till {
    Till::new(vec![], vec![], vec![], vec![])
}

#[test]
fn the_sum_of_nothing_is_zero_and_the_others_of_nothing_do_not_match() {
    let mut session = till();
    assert_eq!(session.run().count, 1);
    assert_eq!(session.globals().sums, [0]);
}

#[test]
fn they_follow_inserts_updates_and_retracts() {
    let mut session = till();
    let sales = session.insert_all([4, 8, 3].map(sale));
    session.run();
    session.update(sales[1], |sale| sale.amount = 2).unwrap();
    session.run();
    session.retract(sales[0]).unwrap();
    session.run();
    let globals = session.globals();
    assert_eq!(globals.sums, [15, 9, 5]);
    assert_eq!(globals.means, [5.0, 3.0, 2.5]);
    assert_eq!(globals.least, [3, 2]);
    assert_eq!(globals.most, [8, 4, 3]);
}

#[test]
fn a_result_that_comes_out_equal_activates_nothing() {
    let mut session = till();
    let sales = session.insert_all([4, 8, 6].map(sale));
    session.run();
    session
        .transaction(|tx| {
            tx.update(sales[0], |sale| sale.amount = 5)?;
            tx.update(sales[2], |sale| sale.amount = 5)?;
            tx.insert(sale(4));
            tx.insert(sale(8));
            tx.retract(sales[1]).map(drop)
        })
        .unwrap();
    // 5, 5, 4 and 8: the sum and the mean are others, the least and the most are not.
    assert_eq!(session.run().count, 2);
    session.update(sales[0], |sale| sale.note = 1).unwrap();
    assert_eq!(session.run().count, 0);
}

#[test]
fn the_last_member_that_goes_ends_the_matches() {
    let mut session = till();
    let only = session.insert(sale(4));
    session.retract(only).unwrap();
    assert_eq!(session.run().count, 1);
    assert_eq!(session.globals().sums, [0]);
}

#[test]
fn a_sum_of_integers_wraps_and_comes_back() {
    rules! {
        ruleset Small;
        fact Byte(u8);
        global log: Vec<u8>;
        rule sum { when { total = sum(n for Byte(n)); } then { log.push(total); } }
    }
    let mut session = Small::new(vec![]);
    let bytes = session.insert_all([200, 100, 7].map(Byte));
    session.run();
    session.retract(bytes[0]).unwrap();
    session.run();
    assert_eq!(session.globals().log, [51, 107]);
}

#[test]
fn a_sum_of_floats_is_exact_whatever_the_order_of_changes() {
    rules! {
        ruleset Small;
        fact Weight(f64);
        global log: Vec<f64>;
        rule sum { when { total = sum(w for Weight(w)); } then { log.push(total); } }
    }
    let mut session = Small::new(vec![]);
    let weights = session.insert_all([1e100, 1.0, -1e100, 0.1].map(Weight));
    session.run();
    session.retract(weights[1]).unwrap();
    session.run();
    session
        .transaction(|tx| {
            tx.retract(weights[0])?;
            tx.retract(weights[2]).map(drop)
        })
        .unwrap();
    assert_eq!(session.run().count, 0);
    assert_eq!(session.globals().log, [1.1, 0.1]);
}

#[test]
fn floats_are_ordered_by_total_order() {
    rules! {
        ruleset Small;
        fact Weight(f64);
        global log: Vec<(f64, f64)>;
        rule range {
            when { low = min(w for Weight(w)); high = max(w for Weight(w)); }
            then { log.push((low, high)); }
        }
    }
    let mut session = Small::new(vec![]);
    session.insert_all([0.0, -0.0, f64::NAN].map(Weight));
    assert_eq!(session.run().count, 1);
    let (low, high) = session.globals().log[0];
    assert!(low == 0.0 && low.is_sign_negative());
    assert!(high.is_nan());
}

rules! {
    ruleset Race;
    fact Runner { name: &'static str, time: u32, shoes: u32 }
    global log: Vec<(&'static str, &'static str)>;
    rule result {
        when { first = min_by(time for r @ Runner { time }); last = max_by(time for r @ Runner { time }); }
        then { log.push((first.name, last.name)); }
    }
}

fn runner(name: &'static str, time: u32) -> Runner {
    Runner {
        name,
        time,
        shoes: 2,
    }
}

#[test]
fn the_best_is_a_fact_and_the_first_inserted_wins_a_tie() {
    let mut session = Race::new(vec![]);
    session.insert_all([
        runner("Ann", 12),
        runner("Bob", 11),
        runner("Cid", 12),
        runner("Dee", 11),
    ]);
    assert_eq!(session.run().count, 1);
    assert_eq!(session.globals().log, [("Bob", "Ann")]);
}

#[test]
fn the_next_best_takes_the_place_of_one_that_goes() {
    let mut session = Race::new(vec![]);
    let runners = session.insert_all([runner("Ann", 10), runner("Bob", 11), runner("Cid", 12)]);
    session.run();
    session.retract(runners[0]).unwrap();
    session.run();
    session.update(runners[1], |bob| bob.time = 20).unwrap();
    session.run();
    assert_eq!(
        session.globals().log,
        [("Ann", "Cid"), ("Bob", "Cid"), ("Cid", "Bob")]
    );
}

#[test]
fn the_same_best_that_is_not_changed_in_what_is_read_is_the_same_match() {
    let mut session = Race::new(vec![]);
    let ann = session.insert(runner("Ann", 10));
    session.run();
    session.insert(runner("Bob", 10));
    session.update(ann, |ann| ann.shoes = 1).unwrap();
    assert_eq!(session.run().count, 0);
    session.update(ann, |ann| ann.time = 9).unwrap();
    assert_eq!(session.run().count, 1);
}

#[test]
fn results_feed_one_another() {
    rules! {
        ruleset Small;
        fact Sale { amount: i64 }
        global log: Vec<usize>;
        rule above_average {
            when { mean = avg(amount for Sale { amount }); n = count(Sale { amount } if amount as f64 > mean); }
            then { log.push(n); }
        }
    }
    let mut session = Small::new(vec![]);
    session.insert_all([1, 1, 1, 9].map(|amount| Sale { amount }));
    session.run();
    session.insert_all([9, 9].map(|amount| Sale { amount }));
    session.run();
    assert_eq!(session.globals().log, [1, 3]);
}

#[test]
fn a_result_joins_a_later_fact() {
    rules! {
        ruleset Small;
        fact Bid { amount: u32 }
        fact Reserve(u32);
        rule sold { when { high = max(amount for Bid { amount }); Reserve(high); } then {} }
    }
    let mut session = Small::new();
    session.insert_all([5, 7].map(|amount| Bid { amount }));
    session.insert(Reserve(5));
    assert_eq!(session.run().count, 0);
    session.insert(Reserve(7));
    assert_eq!(session.run().count, 1);
}

/// A sum before there is a number, and after.
mod nothing_yet {
    use rules_runtime::rules;

    rules! {
        ruleset Till;
        fact Weight(f64);
        global log: Vec<f64>;
        rule sum { when { total = sum(w for Weight(w)); } then { log.push(total); } }
    }
    #[test]
    fn a_sum_of_floats_that_stays_zero_begins_no_match() {
        let mut till = Till::new(vec![]);
        till.run();
        till.insert(Weight(0.0));
        assert_eq!(till.run().count, 0);
        assert_eq!(till.globals().log, [0.0]);
    }
}
