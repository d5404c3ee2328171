rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    rule total {
        when { t = sum(total for Order { total }); }
        then { println!("{t}"); }
    }
    query large(limit: u32) -> u32 { when { Order { total, total: > limit }; } select total }
    group late { rule r { when { Order; } then { focus late; } } }
}

fn main() {}
