rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    rule r {
        when { n = count({ Order { total }; let size = total.size(); }) by (size); }
        then { println!("{n} {size}"); }
    }
}

fn main() {}
