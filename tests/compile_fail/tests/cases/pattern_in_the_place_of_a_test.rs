rules_runtime::rules! {
    ruleset Shop;
    fact Order { item: String }
    fact Stock { item: String }
    fact Closed;
    fact Rank(u32);
    rule missing {
        when { Order { item }; if !Stock { item }; }
        then { println!("{item}"); }
    }
    rule there {
        when { Order { item }; if Stock { item } && !item.is_empty(); }
        then { println!("{item}"); }
    }
    rule open {
        when { Order { item } if !(Closed) && !Rank(3); }
        then { println!("{item}"); }
    }
}

fn main() {}
