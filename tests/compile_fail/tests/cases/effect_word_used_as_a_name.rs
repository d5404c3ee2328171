rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    rule r {
        when { Order { total: 1 }; }
        then { retract(5); }
    }
}

fn main() {}
