rules_runtime::rules! {
    ruleset Shop;
    fact Order { at: u64, customer: u32 }
    rule r {
        when { o @ Order { customer }; Order { customer } within 10 after o; }
        then {}
    }
}

fn main() {}
