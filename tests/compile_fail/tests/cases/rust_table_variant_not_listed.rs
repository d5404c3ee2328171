pub enum Kind {
    Gold,
    Silver,
    Copper,
}

rules_runtime::rules! {
    ruleset Shop;
    table rate(kind: &Kind) -> u32 {
        | kind: Kind(Gold or Silver) || x |
        | Gold                       || 1 |
        | Silver                     || 2 |
    }
}

fn main() {}
