mod shop { pub struct Order { pub total: u32 } }
mod market { pub struct Order { pub total: u32 } }

rules_runtime::rules! {
    ruleset Shop;
    rule r { when { shop::Order { total: 1 }; } then {} }
    rule s { when { market::Order { total: 1 }; } then {} }
}

fn main() {}
