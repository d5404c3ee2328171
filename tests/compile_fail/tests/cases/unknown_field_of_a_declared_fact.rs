rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32, customer: String }
    rule r {
        when { Order { totl: > 100 }; }
        then {}
    }
}

fn main() {}
