rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32, discount: f64 }
    rule r { when { Order { total, discount }; let net = total - discount; } then { println!("{net}"); } }
}

fn main() {}
