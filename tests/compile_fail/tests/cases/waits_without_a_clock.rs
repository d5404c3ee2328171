rules_runtime::rules! {
    ruleset Shop;
    fact Order { at: u32, customer: u32 }
    rule r {
        when { Order { at, customer: 1 }; due at + 10; }
        then {}
    }
    rule windowed {
        when { Order { customer: 1 } within 10; }
        then {}
    }
}

fn main() {}
