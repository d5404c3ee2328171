rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    rule r { when { Order { total: 1 }; } then {} }
}

fn main() {
    let mut shop = Shop::new();
    shop.tick_to(3).unwrap();
}
