mod market {
    rules_runtime::rules! {
        pub ruleset Market;
        pub fact Offer { item: u32, price: u32 }
        #[best(min: price, by(item))]
        pub fact Cheapest { item: u32, price: u32 }
        rule derive {
            when { Offer { item, price }; }
            then { insert logical Cheapest { item, price }; }
        }
    }
}

rules_runtime::rules! {
    ruleset Shop;
    use market::Cheapest;
    rule tell { when { Cheapest { item, price }; } then { println!("{item} {price}"); } }
}

fn main() {}
