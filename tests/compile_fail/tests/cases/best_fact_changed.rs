rules_runtime::rules! {
    ruleset Market;
    fact Offer { item: u32, price: u32 }
    #[best(min: price, by(item))]
    fact Cheapest { item: u32, price: u32 }
    rule derive {
        when { Offer { item, price }; }
        then { insert logical Cheapest { item, price }; insert Cheapest { item, price: 0 }; }
        undo { insert Cheapest { item, price }; }
    }
    rule change {
        when { c @ Cheapest { price: > 9 }; d @ Cheapest { price: < 3 }; }
        then { modify c { c.price = 9; } retract d; }
    }
    rule least {
        when { least = min_by(c.price for c @ Cheapest); }
        then { retract least; }
    }
}

fn main() {}
