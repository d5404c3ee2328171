rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    fact Paid { total: u32 }
    rule r { when { n = cuont(Order); } then {} }
    rule s { when { orders = collect({ Order { total }; Paid { total }; }); } then {} }
}

fn main() {}
