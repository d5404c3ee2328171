rules_runtime::rules! {
    ruleset Shop;
    fact Edge(u32, u32);
    rule r { when { Edge(from, to) if from < to && to < from; not Edge(a, a) if a != a; } then {} }
}

fn main() {}
