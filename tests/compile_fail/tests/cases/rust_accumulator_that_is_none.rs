struct Longest;

rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    rule r { when { t = accumulate(Longest, total for Order { total }); } then { println!("{t}"); } }
}

fn main() {}
