rules_runtime::rules! {
    #[strategy(deep)]
    ruleset Shop;
    fact Order { total: u32 }
    #[salence(5)]
    rule r { when { Order; } then {} }
}

fn main() {}
