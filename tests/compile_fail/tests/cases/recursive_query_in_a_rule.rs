rules_runtime::rules! {
    ruleset Roads;
    fact Edge { from: u32, to: u32 }
    fact Want(u32);
    fact Town(u32);
    query path(a: u32) -> u32 { when { either { Edge { from: a, to: b }; } or { m in path(a); Edge { from: m, to: b }; } } select b }
    query back(a: u32) { when { a in path(a); } }
    rule short { when { Want(a); b in path(a); } then { insert logical Edge { from: a, to: b }; } }
    rule again { when { Want(a); b in path(a); } then { insert logical Want(b); } }
    rule lonely { when { Town(a); not back(a); } then { insert logical Town(a + 1); } }
    #[once]
    rule once { when { Want(a); b in path(a); exists back(a); } then { println!("{b}"); } }
    rule undone { when { Want(a); b in path(a); } then { println!("{b}"); } undo { println!("{a}"); } }
}

fn main() {}
