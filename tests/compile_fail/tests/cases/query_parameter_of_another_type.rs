rules_runtime::rules! {
    ruleset Shop;
    fact Order { customer: String, total: u32 }

    query totals(customer: u32) -> u32 {
        when { Order { customer, total }; }
        select total
    }
}

fn main() {}
