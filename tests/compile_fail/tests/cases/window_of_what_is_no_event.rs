use std::time::Duration;

rules_runtime::rules! {
    #[clock(Duration)]
    ruleset Shop;
    #[event(at = at)]
    fact Order { at: Duration, customer: u32 }
    fact Customer { id: u32 }
    fact Road { from: u32, to: u32 }
    rule r {
        when {
            Customer { id } within 10min;
            Order { customer: id } within 10;
            not Order { customer: id, at: > 5s } within 0s;
            n = count(Order { customer: id } within LONG + 1s) if n > 2;
        }
        then {}
    }
    rule of_a_variable {
        when { o @ Order { at, customer: 1 }; Order { customer: 2 } within at after o within at; }
        then {}
    }
    rule of_a_call {
        when { Customer { id }; way(id, 1) within 10s; }
        then {}
    }
    query way(from: u32, to: u32) {
        when {
            either { Road { from, to }; } or { Road { from, to: via }; way(via, to); }
            due 10s;
            Order { customer: from } within 1h;
        }
    }
}

fn main() {}
