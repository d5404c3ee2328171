mod model {
    pub(crate) struct Order;
    pub(crate) struct Item;
}

rules_runtime::rules! {
    ruleset Shop;
    #[was(Purchase)]
    use model::{Item, Order};
    #[was(Cart)]
    fact Basket { load: u32 }
    fact Cart { load: u32 }
    #[was(Crate)]
    fact Case { load: u32 }
    #[was(Crate)]
    fact Parcel { load: u32 }
    #[was]
    fact Bag { load: u32 }
    #[was("Sack")]
    fact Pouch { load: u32 }
    #[was(first)]
    rule second { when { Basket { load: 1 }; } then { insert Cart { load: 2 }; } }
    rule first { when { Cart { load: 1 }; } then { insert Case { load: 2 }; } }
    #[was(third)]
    #[was(fourth)]
    rule fifth { when { Parcel { load: 1 }; } then { insert Bag { load: 2 }; } }
}

fn main() {}
