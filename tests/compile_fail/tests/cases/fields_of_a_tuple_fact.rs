rules_runtime::rules! {
    ruleset Shop;
    fact Edge(u32, u32);
    fact Order { total: u32 }
    fact Marker;
    rule r { when { Edge(1, 2, 3); Edge(1); Order(1); Marker(_); } then {} }
}

fn main() {}
