rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    global log: Vec<u32>;
    rule r { when { Order { total }; } then { log.push(total); } }
}

fn main() {
    let _ = Shop::new();
}
