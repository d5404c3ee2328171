rules_runtime::rules! {
    ruleset Shop;
    fact Order { number: u32 }
    #[unique] fact Paid(u32);
    #[unique] fact Settled;
    rule settled { when { forall Order { number } => Paid(number); } then { insert logical Settled; } }
    rule paid { when { Settled; Order { number }; } then { insert logical Paid(number); } }
}

fn main() {}
