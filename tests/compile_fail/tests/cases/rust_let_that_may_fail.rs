rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: Option<u32> }
    rule r { when { Order { total }; let Some(t) = total; } then { println!("{t}"); } }
}

fn main() {}
