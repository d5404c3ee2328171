rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    rule r { when { Order { total: 1 }; } then { insert Order { total: 2, totl: 3 }; } }
}

fn main() {}
