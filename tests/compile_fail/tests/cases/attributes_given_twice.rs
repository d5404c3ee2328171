rules_runtime::rules! {
    ruleset Shop;
    #[derived]
    #[derived]
    fact Order { total: u32 }
    #[salience(1)]
    #[salience(2)]
    rule r { when { Order { total: 1 }; } then { insert Order { total: 2 }; } }
}

fn main() {}
