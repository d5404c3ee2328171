pub struct Rate {
    pub limit: u32,
    pub price: u32,
}

rules_runtime::rules! {
    ruleset Shop;
    table rate(a: bool) -> Rate {
        | a     || limit | price |
        | true  || 1     | "x"   |
        | false || 2     | -3    |
    }
    table text(a: bool) -> String {
        | a     || text        |
        | true  || "a"         |
        | false || NO_CONSTANT |
    }
}

fn main() {}
