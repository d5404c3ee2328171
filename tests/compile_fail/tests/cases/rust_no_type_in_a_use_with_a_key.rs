mod model {
    pub struct Customer {
        pub id: u32,
    }
    pub fn discount() -> u32 {
        1
    }
}

rules_runtime::rules! {
    ruleset Shop;
    #[key(id)]
    use model::{Customer, discount};
    rule r { when { Customer { id: == discount() }; } then {} }
}

fn main() {}
