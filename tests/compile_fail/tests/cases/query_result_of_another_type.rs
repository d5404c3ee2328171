rules_runtime::rules! {
    ruleset Shop;
    fact Order { customer: String, total: u32 }

    query totals(limit: u32) -> &str {
        when { Order { total: > limit, total }; }
        select total
    }
}

fn main() {}
