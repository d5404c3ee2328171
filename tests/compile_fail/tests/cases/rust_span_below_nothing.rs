const BACK: i32 = -5;

rules_runtime::rules! {
    #[clock(i32)]
    ruleset Shop;
    #[event(at = at, expires = BACK)]
    fact Order { at: i32, customer: u32 }
    rule r {
        when { o @ Order { customer }; Order { customer } within BACK after o; }
        then {}
    }
}

fn main() {}
