rules_runtime::rules! {
    #[clock(std::time::Instant)]
    ruleset Shop;
    #[event(at = at)]
    fact Order { at: std::time::Instant }
    rule r { when { o @ Order {}; Order {} within 10 after o; } then {} }
    rule s { when { o @ Order {} within 10; due o.at; not Order {} within 5 after o; } then {} }
}

fn main() {}
