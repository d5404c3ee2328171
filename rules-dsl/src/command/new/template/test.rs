//! What the rules do.

use rules_runtime::assert_fires;
use {crate}::{Complaint, Customer, Discounts, DiscountsRule, Order};

/// A session with a customer of so many years, and an order.
fn session(years: u32, total: u32) -> Discounts {
    let mut session = Discounts::new();
    session.insert(Customer {
        name: "Ann".to_owned(),
        years,
    });
    session.insert(Order {
        customer: "Ann".to_owned(),
        total,
        discount: 0,
    });
    session
}

#[test]
fn a_loyal_customer_gets_a_discount() {
    let mut session = session(12, 2000);
    assert_fires!(session, [DiscountsRule::LoyalCustomer]);
    let order = session.facts::<Order>().next().unwrap();
    assert_eq!(order.discount, 200);
}

#[test]
fn an_open_complaint_comes_first() {
    let mut session = session(12, 2000);
    let complaint = session.insert(Complaint {
        customer: "Ann".to_owned(),
    });
    assert_fires!(session, []);
    session.retract(complaint).unwrap();
    assert_fires!(session, [DiscountsRule::LoyalCustomer]);
}
