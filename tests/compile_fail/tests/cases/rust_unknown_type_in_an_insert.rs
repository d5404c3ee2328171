rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    rule named { when { Order { total }; } then { insert Bill { total }; } }
    rule tuple { when { Order { total }; } then { insert Receipt(total); } }
    rule made { when { Order { total }; } then { insert Invoice::new(total); } }
    rule derived { when { Order { total }; } then { insert logical Total { total }; } }
}

fn main() {}
