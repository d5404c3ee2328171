rules_runtime::rules! {
    ruleset Roads;
    fact Edge { from: u32, to: u32, cost: f64 }
    query costs(a: u32) -> (u32, f64) {
        when { either { Edge { from: a, to: b, cost }; } or { Edge { from: a, to: m }; (b, cost) in costs(m); } }
        select (b, cost)
    }
}

fn main() {}
