rules_runtime::rules! {
    ruleset Shop;
    fact Edge(u32, u32);
    rule r { when { Edge(from, to) if from < to && to < from; not Edge(a, b) if a == b && a != b; } then {} }
}

fn main() {}
