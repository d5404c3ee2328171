rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    fact Limit(u32);
    rule r {
        when { Order { total: > limit }; Limit(limit); }
        then {}
    }
}

fn main() {}
