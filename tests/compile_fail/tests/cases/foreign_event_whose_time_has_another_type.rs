mod shop {
    #[derive(Debug)]
    pub struct Order {
        pub at: u32,
    }
}

rules_runtime::rules! {
    #[clock(u64)]
    ruleset Shop;
    #[event(at = at)]
    use crate::shop::Order;
    rule r { when { Order { at: 1 }; } then {} }
    rule s { when { Order {} within 10; } then {} }
}

fn main() {}
