use std::time::Duration;

rules_runtime::rules! {
    #[clock(Duration)]
    ruleset Shop;
    #[event(at = at, expires = 3600)]
    fact Order { at: Duration }
    #[event(at = at, expires = Duration::from_secs(1))]
    fact Bill { at: Duration }
    rule r { when { Order { at } if at > 99999999999999999d; } then {} }
}

fn main() {}
