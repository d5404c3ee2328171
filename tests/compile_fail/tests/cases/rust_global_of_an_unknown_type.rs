rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    global log: Journal;
    rule r { when { Order { total }; } then { log.push(total); } }
}

fn main() {}
