rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    global limit: u32;
    rule r {
        when {
            Order { total };
            n = count(Order);
            let total = n;
            if total > 1;
        }
        then {}
    }
    rule s {
        when { Order { total: limit }; }
        then { println!("{limit}"); }
    }
}

fn main() {}
