rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    global limit: u32;
    rule r {
        when { Order { total: > limit }; }
        then {}
    }
}

fn main() {}
