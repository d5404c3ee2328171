//! An ordinary business ruleset of two hundred rules: orders are checked, priced, taxed, sent and cleared away.
//!
//! The rules are in `rules/orders.rules`, as people write them: one for each case, where a programmer would have an array. An
//! order comes with its lines, and all that follows from it is done before the next one comes.

use std::fmt::Write as _;
use std::process::Command;

use crate::clips;
use crate::measure::Run;
use crate::work::{Contender, Work};

mod model;
mod plain;

use model::{PRODUCTS, STOCK, Status, customers, orders};

pub(super) const WORK: Work = Work {
    name: "orders",
    title: "Orders of a shop, through two hundred rules",
    size: "customers",
    sizes: &[100, 1_000, 10_000],
    per: Some("order"),
    same_firings: true,
    contenders: &[
        Contender::ours(ours),
        Contender::other("CLIPS", clips),
        Contender::rust("Rust", plain),
    ],
};

/// How many orders there are; a debug build has fewer.
const ORDERS: u32 = if cfg!(debug_assertions) { 500 } else { 10_000 };

mod rules {
    #![allow(
        missing_docs,
        unreachable_pub,
        reason = "facts are seen by this work alone"
    )]
    rules_runtime::include_rules!("orders");
}

use rules::{Customer, Line, Order, Orders, Product};

fn ours(count: u32) -> Run {
    let orders = orders(count, ORDERS);
    let mut session = Orders::new(0, 0, 0, 0);
    session.insert_all((0..).zip(customers(count)).map(|(id, person)| Customer {
        id,
        tier: person.tier,
        country: person.country,
        years: person.years,
        owes: 0,
        points: 0,
        blocked: person.blocked,
    }));
    session.insert_all((0..PRODUCTS).map(|id| Product { id, stock: STOCK }));
    Run::time_each(ORDERS, || {
        let mut firings = 0;
        for (id, (customer, items)) in (0..).zip(orders) {
            session.insert_all(items.into_iter().map(|item| Line {
                order: id,
                product: item.product,
                category: item.category,
                price: item.price,
                weight: item.weight,
                quantity: item.quantity,
                taken: false,
            }));
            session.insert(Order {
                id,
                customer,
                status: Status::New,
                goods: 0,
                weight: 0,
                total: 0,
            });
            firings += session.run().count;
        }
        let globals = session.globals();
        let answer = globals.sold + 3 * globals.sent + 5 * globals.refused + 7 * globals.told;
        (Some(firings), answer)
    })
}

fn plain(count: u32) -> Run {
    let orders = orders(count, ORDERS);
    let mut shop = plain::Shop::new(customers(count), PRODUCTS);
    Run::time_each(ORDERS, || {
        for (customer, items) in &orders {
            shop.take(*customer, items);
        }
        (None, shop.answer())
    })
}

/// A word of the model as CLIPS has it.
fn symbol(word: impl std::fmt::Debug) -> String {
    format!("{word:?}").to_lowercase()
}

fn clips(count: u32) -> Result<Command, String> {
    let mut text = String::from("(deffacts there");
    for (id, person) in customers(count).iter().enumerate() {
        let (tier, country) = (symbol(person.tier), symbol(person.country));
        let blocked = if person.blocked { "yes" } else { "no" };
        let years = person.years;
        let _ = write!(
            text,
            "\n  (customer (id {id}) (tier {tier}) (country {country}) (years {years}) (owes 0) \
             (points 0) (blocked {blocked}))"
        );
    }
    for id in 0..PRODUCTS {
        let _ = write!(text, "\n  (product (id {id}) (stock {STOCK}))");
    }
    // The orders in rows of numbers: customer, how many lines, and what stands in each. A call has 65,535 arguments at
    // the most.
    text.push_str(")\n(deffunction drive () (run) (bind ?seconds 0)");
    for (number, orders) in orders(count, ORDERS).chunks(1_000).enumerate() {
        let first = 1_000 * number;
        let _ = write!(
            text,
            "\n  (bind ?seconds (+ ?seconds (drive-orders {first} (create$"
        );
        for (customer, items) in orders {
            let _ = write!(text, "\n  {customer} {}", items.len());
            for item in items {
                let (category, product) = (symbol(item.category), item.product);
                let (price, weight, quantity) = (item.price, item.weight, item.quantity);
                let _ = write!(text, " {product} {category} {price} {weight} {quantity}");
            }
        }
        text.push_str("))))");
    }
    let _ = write!(text, "\n  (create$ ?*fired* (/ ?seconds {ORDERS}.0)))");
    clips::command("orders", include_str!("../../clips/orders.clp"), &text)
}
