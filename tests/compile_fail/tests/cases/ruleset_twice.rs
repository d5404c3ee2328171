rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    ruleset Market;
}

fn main() {}
