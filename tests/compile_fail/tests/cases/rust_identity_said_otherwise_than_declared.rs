mod shop {
    rules_runtime::rules! {
        pub ruleset Shop;
        #[key(id)]
        pub fact Customer { id: u32, name: String }
        pub fact Visit(u32);
        rule r { when { Customer { id }; Visit(id); } then {} }
    }
}

rules_runtime::rules! {
    ruleset Post;
    #[key(name)]
    use shop::Customer;
    #[unique]
    use shop::Visit;
    rule r { when { Customer { id }; Visit(id); } then {} }
}

fn main() {}
