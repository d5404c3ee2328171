rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    #[= 3]
    rule r { when { Order; } then {} }
}

fn main() {}
