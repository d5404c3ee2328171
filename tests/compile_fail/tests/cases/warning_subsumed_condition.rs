#![deny(deprecated)]

rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32, open: bool }
    rule tests { when { Order { total, total: > 5 }; if total > 3; } then {} }
    rule exists { when { Order { total: 1, open: true }; exists Order { open: true }; } then {} }
    rule nots { when { not Order { open: true }; not Order { open: true, total: 1 }; } then {} }
    rule vacuous { when { Order { total, total: > 5 }; not Order { total, total: < 3 }; } then {} }
}

fn main() {}
