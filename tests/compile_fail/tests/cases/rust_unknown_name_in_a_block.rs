rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    rule r { when { Order { total }; } then { println!("{}", total + discount); } }
}

fn main() {}
