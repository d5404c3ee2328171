struct Name<'a> { text: &'a str }

rules_runtime::rules! {
    ruleset Shop;
    fact Order { name: String }
    rule r { when { Name { text: "Ann" }; Order { name: "Bob" }; } then {} }
}

fn main() {}
