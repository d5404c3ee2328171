rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    query totals() -> u32 { when { Order { total }; } select total }
    query watch_totals() -> u32 { when { Order { total }; } select total }
    query changes() -> u32 { when { Order { total }; } select total }
}

fn main() {}
