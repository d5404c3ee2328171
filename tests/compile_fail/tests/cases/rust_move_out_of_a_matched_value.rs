rules_runtime::rules! {
    ruleset Shop;
    fact Order { name: String }
    rule r { when { Order { name }; } then { let owned: String = name; println!("{owned}"); } }
}

fn main() {}
