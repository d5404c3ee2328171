rules_runtime::rules! {
    ruleset Shop;
    fact Order { age: u32 }
    rule old {
        when {
            Order { age: > 10s, age };
            let limit = age + 5min;
        }
        then { println!("{} {}", limit, 2h); }
    }
    rule exact { when { Order { age: 3d }; } then {} }
}

fn main() {}
