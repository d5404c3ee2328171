rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    rule r {
        when { order @ Order { total: > 100 }; }
        then {
            modify order { order.total = "nothing"; }
            order.ship();
        }
    }
}

fn main() {}
