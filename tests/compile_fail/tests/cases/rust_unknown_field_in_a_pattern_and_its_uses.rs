struct Order {
    id: u32,
    total: u32,
}

rules_runtime::rules! {
    ruleset Shop;
    rule r {
        when { Order { totl, id: 1 }; Order { id: totl, total: > totl }; if totl > 3; }
        then { println!("{totl}"); }
    }
}

fn main() {
    let order = Order { id: 1, total: 2 };
    let _ = (order.id, order.total);
}
