rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    rule r { when { Order { total }; for t in total; } then { println!("{t}"); } }
}

fn main() {}
