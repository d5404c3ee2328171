//! Inserts into a session that already holds many facts: what one insert costs must not depend on how
//! many there are.
//!
//! Each insert measured is of a fact that passes three alpha tests and one indexed join, and puts one
//! activation on the agenda. They are counted in a function of their own, after a round to warm up:
//!
//! ```sh
//! cargo build --release -p benchmarks
//! for facts in 1000 1000000; do
//!     valgrind --tool=callgrind --callgrind-out-file=/dev/null \
//!         --toggle-collect='insert::measured*' target/release/insert $facts
//! done
//! ```
//!
//! The instructions collected, over 10,000, are those of one insert.

use std::env;
use std::time::Instant;

use rules_runtime::{Handle, rules};

rules! {
    ruleset Shop;

    fact Customer { id: u32, active: bool }
    fact Order { customer: u32, total: u32, open: bool, region: u8 }

    rule large_order {
        when {
            Customer { id, active: true };
            Order { customer: id, total: > 100, open: true, region: 1..=9 };
        }
        then {}
    }
}

/// How many inserts are measured.
const INSERTS: u32 = 10_000;

/// The n-th order, of the n-th customer.
fn order(n: u32) -> Order {
    Order {
        customer: n,
        total: 101 + n % 7,
        open: true,
        region: 1 + (n % 9) as u8,
    }
}

/// Inserts the orders of customers who have none yet.
#[inline(never)]
fn measured(shop: &mut Shop, orders: Vec<Order>, handles: &mut Vec<Handle<Order>>) {
    for order in orders {
        handles.push(shop.insert(order));
    }
}

fn main() {
    let Some(facts) = env::args().nth(1).and_then(|text| text.parse::<u32>().ok()) else {
        eprintln!("usage: insert FACTS");
        std::process::exit(2);
    };
    // Half of the facts are customers, half are orders; the customers of the orders to come are beside.
    let pairs = facts / 2;
    let mut shop = Shop::new();
    shop.insert_all((0..pairs + INSERTS).map(|id| Customer { id, active: true }));
    shop.insert_all((0..pairs).map(order));
    assert_eq!(shop.run().count, u64::from(pairs));

    let orders = || (pairs..pairs + INSERTS).map(order).collect::<Vec<_>>();
    let mut handles = Vec::with_capacity(INSERTS as usize);
    for order in orders() {
        handles.push(shop.insert(order));
    }
    for handle in handles.drain(..) {
        shop.retract(handle).expect("the order is there");
    }

    let orders = orders();
    let start = Instant::now();
    measured(&mut shop, orders, &mut handles);
    let nanoseconds = start.elapsed().as_nanos() / u128::from(INSERTS);
    println!("{} facts: {nanoseconds} ns an insert", 2 * pairs + INSERTS);
    assert_eq!(shop.run().count, u64::from(INSERTS));
}
