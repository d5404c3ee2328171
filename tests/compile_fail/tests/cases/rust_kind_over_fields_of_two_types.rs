rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    fact Refund { total: u64 }
    kind Paper = Order or Refund { total };
    rule r { when { Paper { total: > 3 }; } then {} }
}

fn main() {}
