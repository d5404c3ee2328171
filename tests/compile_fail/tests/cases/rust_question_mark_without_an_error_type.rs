rules_runtime::rules! {
    ruleset Shop;
    fact Order { name: String }
    rule r { when { Order { name }; } then { let n: u32 = name.parse()?; println!("{n}"); } }
}

fn main() {}
