#![deny(deprecated)]

rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32, seen: bool }
    #[unique] fact Large { total: u32 }
    rule r {
        when { order @ Order { total, seen: false }; }
        then {
            insert logical Large { total };
            modify order { order.seen = true; }
        }
    }
}

fn main() {}
