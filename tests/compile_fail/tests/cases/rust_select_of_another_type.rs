rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    query totals() -> String { when { Order { total }; } select total }
}

fn main() {
    let shop = Shop::new();
    println!("{}", shop.totals().count());
}
