#![deny(deprecated)]

rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32, customer: String }
    fact Customer { name: String }
    rule r {
        when {
            order @ Order { total, customer };
            not Customer { name: custmer };
            let double = total * 2;
        }
        then { println!("{customer}"); }
    }
}

fn main() {}
