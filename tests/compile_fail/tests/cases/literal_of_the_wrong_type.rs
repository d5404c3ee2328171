rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32, discount: f64, name: String, open: bool }
    rule r {
        when {
            Order { total: "many" };
            Order { discount: 0 };
            Order { name: 'A' };
            order @ Order if order.open == 1;
            Order { total: 1 | 2u8 };
        }
        then { retract order; }
    }
}

fn main() {}
