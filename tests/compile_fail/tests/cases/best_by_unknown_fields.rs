rules_runtime::rules! {
    ruleset Market;
    fact Offer { item: u32, price: u32 }
    #[best(min: prize, by(itme))]
    fact Cheapest { item: u32, price: u32 }
    rule derive {
        when { Offer { item, price }; }
        then { insert logical Cheapest { item, price }; }
    }
}

fn main() {}
