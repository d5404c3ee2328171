rules_runtime::rules! {
    ruleset Shop;
    fact Order(u32);
    rule r { when { Order(1); } then {} }
}

struct Invoice;

fn main() {
    let mut shop = Shop::new();
    shop.insert(Order(1));
    shop.insert(Invoice);
}
