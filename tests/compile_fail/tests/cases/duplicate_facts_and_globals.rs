rules_runtime::rules! {
    ruleset Shop;
    fact Order(u32);
    fact Order { total: u32 }
    global log: Vec<u32>;
    global log: Vec<String>;
    rule r { when { order @ Order; order @ Order; } then {} }
}

fn main() {}
