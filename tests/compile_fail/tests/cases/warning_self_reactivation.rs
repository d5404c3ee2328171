#![deny(deprecated)]

rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32, discount: u32 }
    fact Tick;
    rule discount {
        when { order @ Order { total, discount }; }
        then {
            modify order { order.discount = total / 10; }
            println!("{discount}");
        }
    }
    rule again { when { Tick; } then { insert Tick; } }
}

fn main() {}
