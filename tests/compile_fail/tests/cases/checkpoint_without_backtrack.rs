rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    rule r { when { Order { total: 1 }; } then {} }
}

fn main() {
    let mut shop = Shop::new();
    let before = shop.checkpoint();
    shop.rollback(before).unwrap();
    shop.next_solution();
}
