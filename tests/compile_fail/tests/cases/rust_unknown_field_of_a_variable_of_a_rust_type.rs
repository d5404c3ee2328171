#[derive(Clone)]
struct Order {
    id: u32,
    total: u32,
}

rules_runtime::rules! {
    ruleset Shop;
    fact Limit(u32);
    rule guard {
        when { order @ Order if order.totl.is_power_of_two(); }
        then { modify order { order.id = 1; } }
    }
    rule in_a_macro {
        when { order @ Order if matches!(order.tottal, 1 | 2); }
        then { modify order { order.id = 1; } }
    }
    rule computed {
        when { order @ Order; let double = order.totals * 2; Limit(== double); }
        then { retract order; }
    }
    #[salience(order.totel as i32)]
    rule salient {
        when { order @ Order; }
        then { retract order; }
    }
    rule accumulated {
        when { sum = sum(order.amount + 1 for order @ Order); }
        then { println!("{sum}"); }
    }
}

fn main() {
    let _ = Order { id: 1, total: 1 }.total;
}
