rules_runtime::rules! {
    #[clock(u64)]
    ruleset Shop;
    #[event(at = at, expires = 1h)]
    fact Order { at: u64 }
    rule r { when { Order { at } if at > 5min; } then { let _ = now + 500ms; } }
}

fn main() {}
