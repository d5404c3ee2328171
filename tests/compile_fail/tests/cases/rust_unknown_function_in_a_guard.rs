rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    rule r { when { Order { total } if is_large(total); } then {} }
}

fn main() {}
