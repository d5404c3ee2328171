rules_runtime::rules! {
    #[clock(u64)]
    ruleset Shop;
    #[event]
    fact Order { at: u64 }
    #[event(at = a)]
    fact Bill { at: u64 }
    #[event(at = at)]
    fact enum Signal { Red { at: u64 }, Green { at: u64 } }
    #[event(at = at)]
    #[unique]
    fact Visit { at: u64 }
    #[event(at = from, at = to)]
    fact Stay { from: u64, to: u64 }
    #[event(when = at)]
    fact Call { at: u64 }
    rule r { when { Order { at: 1 }; } then {} }
}

fn main() {}
