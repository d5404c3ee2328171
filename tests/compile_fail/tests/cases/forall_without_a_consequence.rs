rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    rule r { when { forall Order { total: 1 }; } then {} }
}

fn main() {}
