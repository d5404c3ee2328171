rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32, paid: u32 }
    rule r { when { Order { total: 1, paid }; } then { insert Order { totl: paid, paid }; } }
    rule s { when { Order { total, paid: 1 }; } then { insert Order { total, piad }; } }
}

fn main() {}
