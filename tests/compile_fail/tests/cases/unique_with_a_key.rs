rules_runtime::rules! {
    ruleset Shop;
    #[key(number)]
    #[unique]
    fact Order { number: u32 }
    rule r { when { Order { number: 1 }; } then {} }
}

fn main() {}
