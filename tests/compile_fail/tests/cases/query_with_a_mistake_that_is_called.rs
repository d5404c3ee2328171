rules_runtime::rules! {
    ruleset Roads;
    fact Edge { from: u32, to: u32 }
    query linked(a: u32) { when { Edge { form: a }; } }
    rule one { when { Edge { from }; linked(from); } then { println!("{from}"); } }
}

fn main() {}
