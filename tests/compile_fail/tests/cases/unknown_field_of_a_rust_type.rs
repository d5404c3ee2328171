struct Order {
    total: u32,
}

rules_runtime::rules! {
    ruleset Shop;
    rule r {
        when { Order { totl: > 100 }; }
        then {}
    }
}

fn main() {
    let _ = Order { total: 1 }.total;
}
