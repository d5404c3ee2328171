mod shop {
    rules_runtime::rules! {
        pub ruleset Shop;
        #[key(id)]
        pub fact Customer { id: u32 }
        rule r { when { Customer { id: 1 }; } then {} }
    }
}

rules_runtime::rules! {
    ruleset Post;
    use shop::Customer;
    fact Letter { to: u32 }
    rule r { when { Letter { to }; } then { insert logical Customer { id: to }; } }
}

fn main() {}
