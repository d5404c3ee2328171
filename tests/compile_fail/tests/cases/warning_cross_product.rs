#![deny(deprecated)]

rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    fact Customer { name: String }
    #[key()] fact Clock { now: u64 }
    rule r {
        when { Order { total }; Clock { now }; Customer { name }; }
        then { println!("{total} {now} {name}"); }
    }
}

fn main() {}
