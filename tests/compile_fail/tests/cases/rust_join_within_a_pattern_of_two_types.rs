rules_runtime::rules! {
    ruleset Shop;
    fact Order { customer: u64 }
    fact Customer { id: Option<u32> }
    rule known {
        when { Order { customer }; Customer { id: Some(customer) }; }
        then { println!("{customer}"); }
    }
}

fn main() {}
