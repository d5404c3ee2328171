rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32, name: String }
    rule field { when { order @ Order { total: 1 }; } then { order.total = 2; } }
    rule added { when { order @ Order { total: 2 }; } then { order.total += 2; } }
    rule members { when { orders = collect(o @ Order); } then { for order in orders { order.total = 3; } } }
    rule variable { when { order @ Order { total }; } then { modify order { total = 4; } } }
    rule bare { when { order @ Order { name: "x" }; } then { modify order { total = 5; } } }
}

fn main() {}
