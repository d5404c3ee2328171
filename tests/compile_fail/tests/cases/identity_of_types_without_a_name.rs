mod model {
    pub struct Customer {
        pub id: u32,
    }
    pub struct Order {
        pub id: u32,
    }
    pub struct Visit {
        pub id: u32,
    }
}

rules_runtime::rules! {
    ruleset Shop;
    #[key(id)]
    use model::*;
    #[derived]
    use model::Order;
    #[unique]
    #[key(id)]
    use model::Visit;
    fact Stage { open: bool }
    #[key()]
    use Stage;
    rule r { when { Customer { id }; Order { id }; Visit { id }; Stage { open: true }; } then {} }
}

fn main() {}
