rules_runtime::rules! {
    ruleset Shop;
    fact Cash(u32);
    fact Card(u32);
    fact Paid(u32);
    rule r {
        when { either { Cash(n); } or { Card(m); } Paid(p) if p == n; }
        then { drop(m); }
    }
}

fn main() {}
