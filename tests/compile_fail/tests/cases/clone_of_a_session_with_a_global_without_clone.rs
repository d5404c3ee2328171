mod mail {
    pub struct Outbox;
}

rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    global outbox: crate::mail::Outbox;
    rule r {
        when { Order { total: > 5 }; }
        then {}
    }
}

fn copy<T: Clone>(value: &T) -> T {
    value.clone()
}

fn main() {
    let shop = Shop::new(mail::Outbox);
    let copy = copy(&shop);
}
