rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    rule large_order { when { Order { total: 1 }; } then {} }
    rule largeOrder { when { Order { total: 2 }; } then {} }
}

fn main() {}
