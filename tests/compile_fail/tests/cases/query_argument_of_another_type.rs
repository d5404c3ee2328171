rules_runtime::rules! {
    ruleset Shop;
    fact Order { customer: String, total: u32 }

    query totals(customer: &str) -> u32 {
        when { Order { customer, total }; }
        select total
    }
}

fn main() {
    let shop = Shop::new();
    shop.totals(1).count();
}
