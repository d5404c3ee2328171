rules_runtime::rules! {
    ruleset Roads;
    fact Edge { from: u32, to: u32 }
    query linked(a: u32, b: u32) { when { Edge { from: a, to: b }; } }
    rule never { when { Edge { from }; linked(from, somewhere); } then {} }
}

fn main() {}
