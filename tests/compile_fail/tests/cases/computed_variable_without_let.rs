rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    rule r { when { Order { total }; double = total * 2; } then { println!("{double}"); } }
}

fn main() {}
