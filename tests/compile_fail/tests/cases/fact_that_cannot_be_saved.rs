#[derive(serde::Serialize)]
struct Order {
    total: u32,
}

rules_runtime::rules! {
    ruleset Shop;
    rule r {
        when { Order { total: > 5 }; }
        then {}
    }
}

fn main() {
    let shop = Shop::new();
    let _ = serde_json::to_string(&shop);
}
