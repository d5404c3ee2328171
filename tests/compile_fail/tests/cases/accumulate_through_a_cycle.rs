rules_runtime::rules! {
    ruleset Shop;
    #[unique] fact Total(usize);
    rule total { when { n = count(Total); } then { insert logical Total(n); } }
}

fn main() {}
