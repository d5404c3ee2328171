mod model {
    pub struct Customer {
        pub id: u32,
    }
}

rules_runtime::rules! {
    ruleset Shop;
    #[key(id: u64)]
    use model::Customer;
    rule r { when { Customer { id: 1 }; } then {} }
}

fn main() {}
