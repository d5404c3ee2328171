rules_runtime::rules! {
    ruleset Shop;
    #[event(at = at)]
    fact Order { at: u64 }
    rule r { when { Order { at: 1 }; } then {} }
}

fn main() {}
