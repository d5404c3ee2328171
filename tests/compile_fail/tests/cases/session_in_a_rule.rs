rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    rule block { when { Order { total }; } then { session.insert(Order { total: total + 1 }); } }
    rule receiver { when { Order { total }; } then { self.insert(Order { total: total + 1 }); } }
    rule named { when { Order { total }; } then { shop.insert(Order { total: total + 1 }); } }
    rule condition { when { Order { total } if session.len::<Order>() > 3; } then { println!("{total}"); } }
}

fn main() {}
