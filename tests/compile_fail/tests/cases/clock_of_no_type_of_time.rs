rules_runtime::rules! {
    #[clock(String)]
    ruleset Shop;
    fact Order { total: u32 }
    rule r { when { Order { total: 1 }; } then {} }
}

fn main() {}
