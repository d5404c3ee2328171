rules_runtime::rules! {
    ruleset Shop;
    fact Order { name: String }
    rule r { when { t = sum(name for Order { name }); } then { println!("{t}"); } }
}

fn main() {}
