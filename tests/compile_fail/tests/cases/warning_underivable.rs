#![deny(deprecated)]

rules_runtime::rules! {
    ruleset Shop;
    #[derived] fact Large { total: u32 }
    #[derived] fact Alarm { level: u32 }
    fact Order { total: u32 }
    rule bill { when { Large { total }; } then { println!("{total}"); } }
    rule alarm { when { Order { total: 9 }; } then { insert Alarm { level: 1 }; } }
    rule siren { when { Alarm { level: 3 }; } then {} }
}

fn main() {}
