rules_runtime::rules! {
    ruleset Shop;
    fact Order { customer: u32, total: u32 }
    rule r {
        when { t = sum(total for Order { customer, total }) by (custmer); }
        then { println!("{t}"); }
    }
}

fn main() {}
