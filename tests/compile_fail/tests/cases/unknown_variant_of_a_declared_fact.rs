rules_runtime::rules! {
    ruleset Shop;
    fact enum Signal { Red, Amber, Green }
    fact Order { total: u32 }
    rule r { when { Signal::Gren; Order::Large; } then {} }
}

fn main() {}
