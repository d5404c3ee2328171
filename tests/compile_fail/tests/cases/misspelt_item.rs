rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    rull r { when { Order; } then {} }
}

fn main() {}
