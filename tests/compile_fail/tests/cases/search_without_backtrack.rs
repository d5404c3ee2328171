rules_runtime::rules! {
    ruleset Shop;
    fact Queen { column: u32 }
    rule place { when { Queen { column }; } then { choose row in 0..column; insert Queen { column: row }; } }
    rule clash { when { Queen { column: 9 }; } then { fail; } }
}

fn main() {}
