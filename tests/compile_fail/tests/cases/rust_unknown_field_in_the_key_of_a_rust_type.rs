mod model {
    pub struct Customer {
        pub id: u32,
    }
}

rules_runtime::rules! {
    ruleset Shop;
    #[key(nmae)]
    use model::Customer;
    rule r { when { Customer { id: 1 }; } then {} }
}

fn main() {}
