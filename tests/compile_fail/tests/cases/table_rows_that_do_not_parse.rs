rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }

    table rate(total: u32, big: bool) -> u32 {
        | total | big   || x |
        | 1     |       || 1 |
        | 2     | true  ||   |
        | 3     | false || 1
        | 4     | false |  1 |
        | 5     | false || 1 |
    }
    table lost(total: u32) -> u32 { total || x | }

    rule a { when { Order { total }; x = rate(total, true); y = lost(total); } then { println!("{x} {y}"); } }
}

fn main() {}
