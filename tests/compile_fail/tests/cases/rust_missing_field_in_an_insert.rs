rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32, name: String }
    rule r { when { Order { total: 1 }; } then { insert Order { total: 2 }; } }
}

fn main() {}
