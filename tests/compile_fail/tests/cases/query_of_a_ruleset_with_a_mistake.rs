rules_runtime::rules! {
    ruleset Shop;
    fact Order { customer: String, total: u32 }

    query totals(customer: &str) -> u32 {
        when { Order { customer, totl: total }; }
        select total
    }
    query any() { when { Order; } }
}

// What calls the queries is no mistake.
fn main() {
    let shop = Shop::new();
    let totals: Vec<u32> = shop.totals("Ann").collect();
    println!("{totals:?} {}", shop.any());
}
