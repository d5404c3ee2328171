rules_runtime::rules! {
    ruleset Roads;
    fact Edge { from: u32, to: u32 }
    query linked(a: u32, b: u32) { when { Edge { from: a, to: b }; } }
    rule late { when { Edge { from }; linked(from, to); Edge { from: 3, to }; } then { println!("{to}"); } }
}

fn main() {}
