mod model { pub struct Order { total: u32 } }
use model::Order;

rules_runtime::rules! {
    ruleset Shop;
    rule r { when { Order { total: 1 }; } then {} }
}

fn main() {}
