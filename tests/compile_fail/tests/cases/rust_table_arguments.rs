rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u64 }
    table rate(a: u32) -> u32 { | a || x | | - || 1 | }
    rule a { when { Order { total }; x = rate(total); } then { println!("{x}"); } }
    rule b { when { Order { total }; x = rate(1, 2); } then { println!("{x} {total}"); } }
}

fn main() {
    Shop::rate("1");
}
