rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    rule total {
        when { t = sum(total for Order { total }); }
        then { println!("{t}"); }
    }
    query all() -> u32 { when { t = accumulate(Adder, total for Order { total }); } select t }
    group late { rule r { when { Order; } then { focus late; } } }
}

fn main() {}
