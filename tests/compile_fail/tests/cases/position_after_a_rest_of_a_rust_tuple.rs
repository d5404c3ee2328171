struct Edge(u32, u32);

rules_runtime::rules! {
    ruleset Shop;
    rule r { when { Edge(.., to) if to > 1; } then {} }
}

fn main() {}
