rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    rule guard { when { a @ Order { total }; b @ Order { total } if a != b; } then { println!("{} {}", a.total, b.total); } }
    rule block { when { a @ Order { total }; b @ Order { total }; } then { if a == b { println!("{total}"); } } }
}

fn main() {}
