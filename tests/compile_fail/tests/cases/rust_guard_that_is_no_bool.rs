rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    rule r { when { Order { total } if total; } then {} }
    rule s { when { Order { total }; if total + 1; } then {} }
}

fn main() {}
