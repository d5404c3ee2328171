rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    rule r {
        when { Order { total }; }
        then {
            modify total { total = 1; }
            retract total;
        }
    }
}

fn main() {}
