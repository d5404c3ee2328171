rules_runtime::rules! {
    ruleset Shop;
    #[derived] fact Large { total: u32 }
    fact Order { total: u32 }
    rule r { when { Order { total }; } then { insert logical Large { total }; } }
}

fn main() {
    let mut shop = Shop::new();
    shop.insert(Order { total: 1 });
    shop.insert(Large { total: 1 });
}
