rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32, discount: i32 }
    rule r {
        when {
            Order { total, total: > 5 } if total < 3;
            Order { discount: 1..=3, discount: 4.. };
            Order { discount: -1, discount: >= 0 };
        }
        then {}
    }
}

fn main() {}
