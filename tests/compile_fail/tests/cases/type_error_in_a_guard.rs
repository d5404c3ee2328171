rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    rule r {
        when { order @ Order if order.total > "much"; }
        then {}
    }
}

fn main() {}
