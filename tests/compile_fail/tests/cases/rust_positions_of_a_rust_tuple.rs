struct Edge(u32, u32);

rules_runtime::rules! {
    ruleset Shop;
    rule r { when { Edge(1, 2, 3); } then {} }
}

fn main() {}
