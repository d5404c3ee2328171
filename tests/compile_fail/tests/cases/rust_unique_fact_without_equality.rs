rules_runtime::rules! {
    ruleset Shop;
    #[unique] fact Price(f64);
    rule r { when { Price(p) if p > 1.0; } then {} }
}

fn main() {}
