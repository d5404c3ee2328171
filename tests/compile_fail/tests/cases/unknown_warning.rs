rules_runtime::rules! {
    #[allow(rules::unused_variables)]
    ruleset Shop;
    fact Order { total: u32 }
    #[allow(rules::cross_produkt, dead_code)]
    rule r { when { Order; } then {} }
}

fn main() {}
