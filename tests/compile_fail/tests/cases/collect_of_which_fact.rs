rules_runtime::rules! {
    ruleset Shop;
    fact Order { customer: u32 }
    fact Customer { id: u32 }
    rule r {
        when { found = collect({ Order { customer: c }; Customer { id: c }; }); }
        then { println!("{}", found.len()); }
    }
}

fn main() {}
