rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    rule r { when { Order { total: Some(t) } if t > 1; } then {} }
}

fn main() {}
