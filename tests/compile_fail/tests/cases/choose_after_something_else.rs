rules_runtime::rules! {
    #[backtrack]
    ruleset Board;
    fact Queen { column: u32 }
    rule place {
        when { Queen { column: 0 }; }
        then { let rows = 0..8; choose row in rows; insert Queen { column: row + 1 }; }
    }
}

fn main() {}
