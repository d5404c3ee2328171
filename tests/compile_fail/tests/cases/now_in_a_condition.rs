rules_runtime::rules! {
    #[clock(u64)]
    ruleset Shop;
    #[event(at = at)]
    fact Order { at: u64 }
    rule guard { when { Order { at } if at + 10 > now; } then {} }
    #[salience(now as i32)]
    rule salience { when { Order; } then {} }
    query recent() { when { Order { at: > now }; } }
}

fn main() {}
