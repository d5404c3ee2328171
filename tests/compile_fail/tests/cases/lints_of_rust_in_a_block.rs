#![deny(unused_must_use, unused_variables)]

rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    rule r {
        when { Order { total }; }
        then {
            let doubled = total * 2;
            "7".parse::<u32>();
        }
    }
}

fn main() {
    let _ = Shop::new();
}
