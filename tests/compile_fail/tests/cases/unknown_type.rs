rules_runtime::rules! {
    ruleset Shop;
    rule r {
        when { Order { total: > 100 }; }
        then {}
    }
}

fn main() {}
