rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    query large(limit: Amount) -> u32 { when { Order { total, total: > limit }; } select total }
}

fn main() {}
