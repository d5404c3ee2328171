rules_runtime::rules! {
    #[clock(u64)]
    ruleset Shop;
    #[event(at = at)]
    fact Order { at: u32 }
    #[event(at = from, until = to)]
    fact Stay { from: u64, to: core::time::Duration }
    #[event(at = 0)]
    fact Visit(Option<u64>);
    rule r { when { o @ Order { at: 1 }; Stay {} within 10 after o; } then {} }
    rule s { when { Order {} within 10; v @ Visit(_); Order {} after v; } then {} }
    rule t { when { n = count(Order last 10); } then { let _ = n; } }
}

fn main() {}
