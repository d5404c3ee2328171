rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: }
    rule bill { when {} then { println!("bill"); total(1 +); } }
}

fn main() {}
