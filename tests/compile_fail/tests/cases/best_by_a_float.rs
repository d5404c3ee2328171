rules_runtime::rules! {
    ruleset Market;
    fact Offer { item: u32, price: f64 }
    #[best(max: price, by(item))]
    fact Dearest { item: u32, price: f64 }
    rule derive {
        when { Offer { item, price }; }
        then { insert logical Dearest { item, price }; }
    }
}

fn main() {}
