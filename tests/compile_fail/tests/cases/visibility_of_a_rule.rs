rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    pub rule r { when { Order; } then {} }
}

fn main() {}
