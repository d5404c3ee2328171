rules_runtime::rules! {
    ruleset Market;
    fact Offer { item: u32, price: u32 }
    #[best(least: price, by(item))]
    fact Cheapest { item: u32, price: u32 }
    #[best(max: price)]
    fact Dearest { item: u32, price: u32 }
    #[best]
    fact Any(u32);
    #[best(min: 1, by(0, 0))]
    fact Twice(u32, u32);
    rule derive {
        when { Offer { item, price }; }
        then {
            insert logical Cheapest { item, price };
            insert logical Dearest { item, price };
            insert logical Any(item);
            insert logical Twice(item, price);
        }
    }
}

fn main() {}
