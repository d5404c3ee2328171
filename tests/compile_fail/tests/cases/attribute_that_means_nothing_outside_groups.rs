rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    #[auto_focus]
    rule r { when { Order { total: 1 }; } then {} }
}

fn main() {}
