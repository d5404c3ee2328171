rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    rule match { when { Order; } then {} }
}

fn main() {}
