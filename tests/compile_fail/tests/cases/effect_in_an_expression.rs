rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    rule r {
        when { Order { total }; }
        then { let order = insert Order { total: total + 1 }; }
    }
}

fn main() {}
