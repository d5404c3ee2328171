rules_runtime::rules! {
    ruleset Shop;
    fact Order { name: String }
    rule r { when { Order { name }; } then { if name.is_empty() { return Err("no name"); } } }
}

fn main() {}
