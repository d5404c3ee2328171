mod wild {
    pub struct Wolf { pub age: u8 }
    pub struct Bear { pub age: u8 }
}

rules_runtime::rules! {
    ruleset Forest;
    use wild::{Bear, Wolf};
    kind Animal = Wolf or Bear { age };
    rule old { when { a @ Animal { age: > 9 }; } then { println!("{}", a.age()); } }
}

fn main() {}
