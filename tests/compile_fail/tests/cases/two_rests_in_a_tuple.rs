rules_runtime::rules! {
    ruleset Shop;
    fact Edge(u32, u32, u32);
    rule r { when { Edge(.., 1, ..); } then {} }
}

fn main() {}
