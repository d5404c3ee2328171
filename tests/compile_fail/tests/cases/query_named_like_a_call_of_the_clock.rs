rules_runtime::rules! {
    #[clock(u64)]
    ruleset Shop;
    #[event(at = at)]
    fact Order { at: u64 }
    query late() -> u64 { when { Order { at }; } select at }
}

fn main() {}
