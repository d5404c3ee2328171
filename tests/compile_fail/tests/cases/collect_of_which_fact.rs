rules_runtime::rules! {
    ruleset Shop;
    fact Order { customer: u32 }
    fact Customer { id: u32 }
    query edges(id: u32) -> u32 { when { Order { customer: id }; } select id * 2 }
    rule best {
        when { Customer { id }; most = max_by(q for q in edges(id)); }
        then { println!("{most:?}"); }
    }
    rule all {
        when { Customer { id }; all = collect(_ in edges(id)); }
        then { for each in all { retract each; } }
    }
    rule r {
        when { found = collect({ Order { customer: c }; Customer { id: c }; }); }
        then { println!("{}", found.len()); }
    }
}

fn main() {}
