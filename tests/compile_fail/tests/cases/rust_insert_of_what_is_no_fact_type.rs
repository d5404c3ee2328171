struct Invoice(u32);
fn invoice(total: u32) -> Invoice { Invoice(total) }

rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    rule r { when { Order { total }; } then { insert invoice(total); } }
}

fn main() {}
