// A query named like a method of the wrapper, and a keyed fact whose accessor is: one error each.
rules_runtime::rules! {
    ruleset Shop;
    #[key(at)]
    fact Network { at: u64 }
    query focus() -> u64 { when { Network { at }; } select at }
    query builder() { when { Network { at: 1 }; } }
}

fn main() {}
