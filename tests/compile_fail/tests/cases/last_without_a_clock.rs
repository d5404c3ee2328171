rules_runtime::rules! {
    ruleset Timeless;
    fact Bill { at: u64, customer: u32 }
    rule counts {
        when { n = count(Bill last 2) if n > 2; }
        then {}
    }
}

fn main() {}
