//! What waits of `#[best(…)]` facts is saved with what stands.

use rules_runtime::rules;
use serde::{Deserialize, Serialize};

rules! {
    ruleset Market;
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    fact Offer { item: u32, price: u32, by: u32 }
    #[best(min: price, by(item))]
    #[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
    fact Cheapest { item: u32, price: u32, by: u32 }
    rule offered {
        when { Offer { item, price, by }; }
        then { insert logical Cheapest { item, price, by }; }
    }
}

#[test]
fn a_restored_session_goes_on_with_the_next_best() {
    let mut market = Market::new();
    let prices = [5, 3, 9, 3, 3, 7];
    let offers = (0..).zip(prices).map(|(by, price)| Offer {
        item: by % 2,
        price,
        by,
    });
    let offers = market.insert_all(offers.collect::<Vec<_>>());
    market.run();
    market.retract(offers[3]).unwrap();
    let text = serde_json::to_string(&market).unwrap();
    let mut restored: Market = serde_json::from_str(&text).unwrap();
    restored.__verify();
    assert_eq!(restored.run().count, 0);
    for place in [4, 1, 0, 5, 2] {
        market.retract(offers[place]).unwrap();
        restored.retract(offers[place]).unwrap();
        restored.__verify();
        let best: Vec<&Cheapest> = market.facts().collect();
        assert_eq!(restored.facts().collect::<Vec<&Cheapest>>(), best);
    }
    assert!(restored.is_empty::<Cheapest>());
}

#[test]
fn a_candidate_that_is_better_than_what_stands_is_refused() {
    let mut market = Market::new();
    market.insert_all([5, 3].map(|price| Offer {
        item: 0,
        price,
        by: 0,
    }));
    market.run();
    let text = serde_json::to_string(&market).unwrap();
    // The digest finds it out before the candidates are looked at.
    let damaged = text.replace("\"price\":5", "\"price\":1");
    assert_ne!(text, damaged);
    assert!(serde_json::from_str::<Market>(&damaged).is_err());
}
