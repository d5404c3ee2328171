rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    #[key(total)] fact Large { total: u32 }
    rule r { when { Order { total }; } then { insert logical Large { total }; } }
}

fn main() {}
