rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    query prices(total: u32) -> u32 { when { Order { total }; } select total }
    rule computed { when { let n = count(Order); } then { println!("{n}"); } }
    rule tested { when { if count(Order { total: 3 }) > 3; } then { println!("many"); } }
    rule asked { when { n = prices(3); } then { println!("{n}"); } }
}

fn main() {}
