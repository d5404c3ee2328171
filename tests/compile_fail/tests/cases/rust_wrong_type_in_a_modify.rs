rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    rule r { when { order @ Order { total: 1 }; } then { modify order { order.total = "two"; } } }
}

fn main() {}
