struct Longest;

rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    rule r { when { t = accumulate(Longest, total for Order { total }); } then { println!("{t}"); } }
    rule s { when { t = accumulate(Longest, total for Order { total }) by (total); } then { println!("{t}"); } }
    query q() -> u32 { when { t = accumulate(Longest, total for Order { total }); } select t }
}

fn main() {}
