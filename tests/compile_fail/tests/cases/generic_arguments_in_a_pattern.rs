struct Pair<T> { left: T }

rules_runtime::rules! {
    ruleset Shop;
    rule r { when { Pair<u32> { left: 1 }; } then {} }
}

fn main() {}
