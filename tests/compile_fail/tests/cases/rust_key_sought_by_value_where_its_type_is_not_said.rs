mod model {
    #[derive(Clone, PartialEq, Hash)]
    pub enum Kind {
        Gold,
    }
    pub struct Customer {
        pub kind: Kind,
    }
}

rules_runtime::rules! {
    ruleset Shop;
    #[key(kind)]
    use model::Customer;
    rule r { when { Customer; } then {} }
}

fn main() {
    Shop::new().customer(model::Kind::Gold);
}
