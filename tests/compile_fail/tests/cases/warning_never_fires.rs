#![deny(deprecated)]

rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    fact Invoice { total: u32 }
    rule small { when { Order { total, total: > 5 }; Invoice { total, total: < 3 }; } then {} }
    rule none { when { not Order { total: 1..=9 }; Order { total: 5 }; } then {} }
    rule branch { when { Order { total }; either { if total > 5; if total < 3; } or { Invoice { total }; } } then {} }
}

fn main() {}
