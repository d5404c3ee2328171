rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }

    table one(total: u32) -> u32 { | total || x | | - || 1 | }
    #[hit(collect)]
    table each(total: u32) -> u32 { | total || x | | - || 1 | }

    rule a { when { Order { total }; x in one(total); } then { println!("{x}"); } }
    rule b { when { Order { total }; x = each(total); } then { println!("{x:?}"); } }
    rule c { when { Order { total }; x in eahc(total); } then { println!("{x:?}"); } }
    rule d { when { Order { total }; x = noe(total); } then { println!("{x:?}"); } }
}

fn main() {}
