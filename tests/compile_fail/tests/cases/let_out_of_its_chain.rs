rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: Option<u32> }
    rule either {
        when { Order { total }; if total.is_none() || let Some(0) = total; }
        then {}
    }
    rule negated {
        when { Order { total } if !(let Some(0) = total); }
        then {}
    }
}

fn main() {}
