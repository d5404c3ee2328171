rules_runtime::rules! {
    #[clock(core::time::Duration)]
    ruleset Shop;
    #[event(at = placed)]
    fact Order { at: core::time::Duration }
    #[event(at = at, util = until)]
    fact Visit { at: core::time::Duration, until: core::time::Duration }
    #[event(at = at, expires = 10 min)]
    fact Bill { at: core::time::Duration }
    #[event(at = at, expires = 10)]
    fact Call { at: core::time::Duration }
    #[event(at: at)]
    fact Mail { at: core::time::Duration }
    rule related { when { o @ Order {}; b @ Bill {} after o; Visit {} before b; Mail {} within 1s of b; } then {} }
    rule windows { when { Order {} within 10min; n = count(Visit last 3); m = count(Call within 1h); } then { let _ = (n, m); } }
}

fn main() {}
