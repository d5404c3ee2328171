rules_runtime::rules! {
    ruleset Roads;
    fact Edge { from: u32, to: u32 }
    query path(a: u32) -> u32 { when { either { Edge { from: a, to: b }; } or { m in path(a); Edge { from: m, to: b }; } } select b }
    query back(a: u32) { when { a in path(a); } }
    rule ask { when { Edge { from }; x in path(from); } then { println!("{x}"); } }
    rule inside { when { Edge { from }; not back(from); } then { println!("{from}"); } }
}

fn main() {}
