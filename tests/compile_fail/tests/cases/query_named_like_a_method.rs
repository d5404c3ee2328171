rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    query len() -> u32 { when { Order { total }; } select total }
}

fn main() {}
