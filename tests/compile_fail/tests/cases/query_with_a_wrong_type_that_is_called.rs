rules_runtime::rules! {
    ruleset Roads;
    fact Edge { from: u32, to: u32 }
    query longer(a: u32) { when { Edge { from: a, to } if to.len() > 3; } }
    rule two { when { Edge { from }; longer(from); } then { println!("{from}"); } }
    rule three { when { Edge { from }; not longer(from); } then { println!("{from}"); } }
}

fn main() {}
