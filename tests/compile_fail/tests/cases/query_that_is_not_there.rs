rules_runtime::rules! {
    ruleset Roads;
    fact Edge { from: u32, to: u32 }
    query reachable(a: u32, b: u32) { when { Edge { from: a, to: b }; } }
    rule one { when { Edge { from, to }; reachible(to, from); } then { println!("{from}"); } }
    rule two { when { Edge { from, .. }; x in edge(from); } then { println!("{x}"); } }
}

fn main() {}
