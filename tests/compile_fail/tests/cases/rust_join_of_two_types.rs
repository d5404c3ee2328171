rules_runtime::rules! {
    ruleset Shop;
    fact Order { number: u32 }
    fact Invoice { number: u64 }
    rule r { when { Order { number }; Invoice { number }; } then {} }
}

fn main() {}
