rules_runtime::rules! {
    ruleset Roads;
    fact Edge { from: u32, to: u32 }
    query linked(a: u32, b: u32) { when { Edge { from: a, to: b }; } }
    query next(a: u32) -> u32 { when { Edge { from: a, to }; } select to }
    rule few { when { Edge { from }; linked(from); } then {} }
    rule many { when { Edge { from, to }; not x in next(from, to) if x > 3; } then {} }
    rule question { when { Edge { from, to }; x in linked(from, to); } then { println!("{x}"); } }
    rule none { when { Edge { from }; not next(from); } then {} }
    rule results { when { Edge { from }; next(from); } then {} }
}

fn main() {}
