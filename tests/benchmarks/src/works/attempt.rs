//! A change that is tried and given up: by a checkpoint and a rollback, and on a copy of the session.

use rules_runtime::rules;

use crate::measure::Run;
use crate::work::{Contender, Work};

pub(super) const WORK: Work = Work {
    name: "attempt",
    title: "Ten changes that are tried and given up",
    size: "facts",
    sizes: &[10, 1_000, 100_000],
    per: Some("attempt"),
    same_firings: true,
    contenders: &[
        Contender::ours(by_checkpoint),
        Contender::rust("copies", by_copy),
    ],
};

rules! {
    #[backtrack]
    ruleset Stock;

    fact Item { shelf: u32, count: i64 }
    fact Order { shelf: u32, count: i64 }
    #[unique]
    fact Short { shelf: u32 }

    rule short {
        when {
            Order { shelf, count: wanted };
            there = sum(count for Item { shelf, count }) if there < wanted;
        }
        then { insert logical Short { shelf }; }
    }
}

/// A session in which a tenth of the facts are orders.
fn stock(facts: u32) -> Stock {
    let mut stock = Stock::new();
    let shelves = facts / 10;
    stock.insert_all((0..facts - shelves).map(|number| Item {
        shelf: number % shelves,
        count: 1,
    }));
    stock.insert_all((0..shelves).map(|shelf| Order { shelf, count: 9 }));
    stock.run();
    stock
}

/// Ten changes; how many rules fired.
fn change(stock: &mut Stock, attempt: u32) -> u64 {
    let shelves = u32::try_from(stock.len::<Order>()).expect("shelves are counted in `u32`");
    for step in 0..10 {
        stock.insert(Order {
            shelf: (attempt + step) % shelves,
            count: 10,
        });
    }
    stock.run().count
}

fn by_checkpoint(facts: u32) -> Run {
    let (mut stock, attempts) = (stock(facts), 1000);
    Run::time_each(attempts, || {
        let mut fired = 0;
        for attempt in 0..attempts {
            let checkpoint = stock.checkpoint();
            fired += change(&mut stock, attempt);
            stock.rollback(checkpoint).expect("it stands");
        }
        (
            Some(fired / u64::from(attempts)),
            stock.len::<Short>() as u64,
        )
    })
}

fn by_copy(facts: u32) -> Run {
    let (stock, attempts) = (stock(facts), 1_000_000 / facts.max(1000));
    Run::time_each(attempts, || {
        let mut fired = 0;
        for attempt in 0..attempts {
            fired += change(&mut stock.clone(), attempt);
        }
        (
            Some(fired / u64::from(attempts)),
            stock.len::<Short>() as u64,
        )
    })
}
