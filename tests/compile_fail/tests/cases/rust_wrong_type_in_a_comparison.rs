rules_runtime::rules! {
    ruleset Shop;
    fact Order { total: u32, name: String }
    rule r { when { order @ Order { name, total: > name }; } then { retract order; } }
}

fn main() {}
