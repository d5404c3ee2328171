rules_runtime::rules! {
    ruleset Roads;
    fact Edge { from: u32, to: u32 }
    fact Sign { text: String }
    query linked(a: u32, b: u32) { when { Edge { from: a, to: b }; } }
    query beyond(a: u32) { when { Edge { from } if from * 2 > a * 3; } }
    rule compared { when { Sign { text }; linked(1, text); } then {} }
    rule computed { when { Sign { text }; beyond(text); } then {} }
}

fn main() {}
