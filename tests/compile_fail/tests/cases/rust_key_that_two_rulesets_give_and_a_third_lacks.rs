#[derive(Clone)]
struct Customer {
    id: u32,
}

mod shop {
    rules_runtime::rules! {
        pub ruleset Shop;
        #[key(id)]
        use super::Customer;
        rule r { when { Customer { id: 1 }; } then {} }
    }
}

mod post {
    rules_runtime::rules! {
        pub ruleset Post;
        #[key(id)]
        use super::Customer;
        rule r { when { Customer { id: 1 }; } then {} }
    }
}

rules_runtime::rules! {
    ruleset Club;
    rule r { when { Customer { id: 1 }; } then {} }
}

fn main() {}
