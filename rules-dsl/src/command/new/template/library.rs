//! Discounts, by the rules in `rules/discounts.rules`.

mod discounts {
    rules_runtime::include_rules!("discounts");
}

pub use discounts::{Complaint, Customer, Discounts, DiscountsRule, Order};
