rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    query totals() { when { Order { total }; } select total }
}

fn main() {}
