use std::time::Duration;

rules_runtime::rules! {
    #[clock(Duration)]
    ruleset Shop;
    fact Order { deadline: Duration, customer: u32, name: String }
    rule of_a_number {
        when { Order { customer }; due customer; }
        then {}
    }
    rule of_a_text {
        when { Order { name, deadline }; due deadline; due name; }
        then {}
    }
    rule of_two {
        when { a @ Order { customer: 1 }; b @ Order { customer: 2 }; due a.deadline + b.customer; }
        then {}
    }
}

fn main() {}
