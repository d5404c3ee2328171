rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    group billing { rule bill { when { Order { total: 1 }; } then {} } }
    rule r { when { Order { total: 2 }; } then { focus biling; } }
}

fn main() {}
