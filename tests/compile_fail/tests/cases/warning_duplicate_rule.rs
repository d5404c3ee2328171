#![deny(deprecated)]

rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    rule first { when { Order { total: 1 }; } then { println!("one"); } }
    rule second { when { Order { total: 1 }; } then { println!("one"); } }
}

fn main() {}
