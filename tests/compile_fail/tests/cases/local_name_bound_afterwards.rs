rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    fact Invoice { total: u32 }
    rule r {
        when {
            not Order { total };
            Invoice { total };
        }
        then { println!("{total}"); }
    }
}

fn main() {}
