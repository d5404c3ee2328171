rules_runtime::rules! {
    ruleset Shop;
    fact Bid { amount: u32 }
    rule greatest { when { best = max(amount for Bid { amount }); } then { modify best { best.amount = 3; } } }
    rule named { when { least = min(b.amount for b @ Bid); } then { retract least; } }
    rule all { when { bids = collect(b @ Bid); } then { modify bids { bids.amount = 3; } } }
}

fn main() {}
