#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Price(u32);

rules_runtime::rules! {
    ruleset Market;
    fact Offer { item: u32, price: Price }
    #[best(min: price, by(item))]
    fact Cheapest { item: u32, price: Price }
    rule derive {
        when { Offer { item, price }; }
        then { insert logical Cheapest { item, price }; }
    }
}

fn main() {}
