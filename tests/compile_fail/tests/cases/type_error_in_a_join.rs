rules_runtime::rules! {
    ruleset Shop;
    fact Order { customer: u32 }
    fact Customer { name: String }
    rule r {
        when { Order { customer }; Customer { name: customer }; }
        then {}
    }
}

fn main() {}
