rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    #[salience("high")]
    rule r { when { Order { total: 1 }; } then {} }
    #[salience(total)]
    rule s { when { Order { total }; } then {} }
}

fn main() {}
