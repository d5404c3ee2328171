rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    fact Limit(u32);
    rule r {
        when { not Order { total } if total > 5; Limit(limit) if limit > total; }
        then {}
    }
}

fn main() {}
