const NONE: usize = 0;
const LONG: u32 = 3;

rules_runtime::rules! {
    #[clock(u64)]
    ruleset Shop;
    #[event(at = at, expires = 10)]
    fact Order { at: u64, customer: u32 }
    rule counts {
        when { n = count(Order last NONE); m = count(Order { customer: 1 } last LONG) if n > m; }
        then {}
    }
}

fn main() {}
