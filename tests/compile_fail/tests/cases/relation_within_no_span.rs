use std::time::Duration;

rules_runtime::rules! {
    #[clock(Duration)]
    ruleset Shop;
    #[event(at = at)]
    fact Order { at: Duration, customer: u32 }
    rule r {
        when {
            o @ Order { customer };
            Order { customer } within 10 after o;
            Order { customer } within 0s after o;
            Order { customer } within LONG * 2 before o;
        }
        then {}
    }
    rule lacking {
        when { o @ Order { customer }; Order { customer } within after o; }
        then {}
    }
    rule nothing_else {
        when { o @ Order { customer }; Order { customer } within 10s then o; }
        then {}
    }
}

fn main() {}
