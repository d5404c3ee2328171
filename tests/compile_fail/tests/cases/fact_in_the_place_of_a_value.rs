rules_runtime::rules! {
    ruleset Shop;
    fact User(u32);
    fact Order { total: u32, owner: u32 }
    rule own { when { u @ User(u); } then {} }
    rule shorthand { when { total @ Order { total }; } then {} }
    rule joined { when { user @ User(_); Order { owner: user }; } then { retract user; } }
}

fn main() {}
