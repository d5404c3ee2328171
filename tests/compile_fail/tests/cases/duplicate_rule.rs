rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    rule ship { when { Order; } then {} }
    rule ship { when { Order { total: 1 }; } then {} }
}

fn main() {}
