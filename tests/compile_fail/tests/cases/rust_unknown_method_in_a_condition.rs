rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    rule r { when { order @ Order if order.is_large(); } then { retract order; } }
}

fn main() {}
