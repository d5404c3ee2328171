struct Outbox;

rules_runtime::rules! {
    ruleset Shop;
    #[derive(serde::Serialize, serde::Deserialize)]
    fact Order { total: u32 }
    global outbox: Outbox;
    rule r {
        when { Order { total: > 5 }; }
        then {}
    }
}

fn main() {
    let shop = Shop::new(Outbox);
    let _ = serde_json::to_string(&shop.without_globals());
    let _: Result<Shop, _> = serde_json::from_str("");
}
