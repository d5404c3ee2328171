rules_runtime::rules! {
    ruleset Shop;
    #[key(numbr)] fact Order { number: u32, total: u32 }
    rule r { when { Order; } then {} }
}

fn main() {}
