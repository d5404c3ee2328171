rules_runtime::rules! {
    ruleset Oven;
    fact Oven { heat: u32 }
    rule cool { when { oven @ Oven { heat: > 3 }; } then { modify oven { oven.heat = 3; } } }
    rule heat { when { Oven { heat }; } then { insert Oven { heat: heat + 1 }; } }
}

fn main() {
    let mut oven = Oven::new();
    oven.insert(Oven { heat: 5 });
    oven.run();
}
