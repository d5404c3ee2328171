rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    rule r { when { order @ Order { total: 1 }; } then { order.total = 2; } }
}

fn main() {}
