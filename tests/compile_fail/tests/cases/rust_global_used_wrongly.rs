rules_runtime::rules! {
    ruleset Shop;
    fact Order { name: String }
    global log: Vec<u32>;
    rule r { when { Order { name }; } then { log.push(name.len()); } }
}

fn main() {}
