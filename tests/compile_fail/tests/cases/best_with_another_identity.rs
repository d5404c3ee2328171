rules_runtime::rules! {
    ruleset Market;
    fact Offer { item: u32, price: u32 }
    #[key(item)]
    #[best(min: price, by(item))]
    fact Cheapest { item: u32, price: u32 }
    #[best(max: price, by(item))]
    #[unique]
    fact Dearest { item: u32, price: u32 }
    rule derive {
        when { Offer { item, price }; }
        then { insert logical Cheapest { item, price }; insert logical Dearest { item, price }; }
    }
}

fn main() {}
