rules_runtime::rules! {
    ruleset Shop;
    fact Cell { row: u8, column: u32 }
    rule r { when { Cell { row: 256 }; Cell { column: < 0 }; } then {} }
}

fn main() {}
