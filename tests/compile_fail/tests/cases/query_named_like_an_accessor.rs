rules_runtime::rules! {
    ruleset Shop;
    #[key(number)] fact Order { number: u32 }
    query order(number: u32) { when { Order { number }; } }
}

fn main() {}
