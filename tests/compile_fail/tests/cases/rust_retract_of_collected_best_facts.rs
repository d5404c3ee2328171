rules_runtime::rules! {
    ruleset Market;
    fact Offer { item: u32, price: u32 }
    fact Closed;
    #[best(min: price, by(item))]
    fact Cheapest { item: u32, price: u32 }
    rule derive {
        when { Offer { item, price }; }
        then { insert logical Cheapest { item, price }; }
    }
    rule close {
        when { Closed; all = collect(c @ Cheapest); }
        then { for c in all { retract c; } }
    }
}

fn main() {
    Market::new().run();
}
