struct Order { total: u32 }

rules_runtime::rules! {
    ruleset Shop;
    rule r { when { Order { total: "many" }; } then {} }
}

fn main() {}
