rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    rule r {
        when {
            Order { total: 1 }
            not Order { total: 2 };
        }
        then {}
    }
}

fn main() {}
