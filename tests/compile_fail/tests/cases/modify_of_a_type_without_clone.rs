struct Order {
    total: u32,
}

rules_runtime::rules! {
    ruleset Shop;
    rule r {
        when { order @ Order { total: > 5 }; }
        then { modify order { order.total = 1; } }
    }
}

fn main() {}
