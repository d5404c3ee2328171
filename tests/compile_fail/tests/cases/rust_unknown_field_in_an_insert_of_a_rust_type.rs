pub struct Order {
    total: u32,
}

rules_runtime::rules! {
    ruleset Shop;
    rule r { when { Order { total: 1 }; } then { insert Order { total: 2, totl: 3 }; } }
}

fn main() {}
