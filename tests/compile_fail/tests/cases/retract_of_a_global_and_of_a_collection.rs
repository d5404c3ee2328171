rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32 }
    global log: Vec<u32>;
    rule r { when { orders = collect(o @ Order); } then { retract log; retract orders; } }
}

fn main() {}
