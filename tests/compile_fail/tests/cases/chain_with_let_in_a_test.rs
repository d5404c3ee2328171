rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: Option<u32> }
    rule r {
        when { Order { total }; if total.is_some() && let Some(t) = total; }
        then { println!("{t}"); }
    }
}

fn main() {}
