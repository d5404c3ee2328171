mod model {
    pub struct Price(pub f64);
}

rules_runtime::rules! {
    ruleset Shop;
    #[unique]
    use model::Price;
    rule r { when { Price(p) if p > 1.0; } then {} }
}

fn main() {}
