rules_runtime::rules! {
    #[clock(u64)]
    ruleset Shop;
    #[event(at = at)]
    fact Order { at: u64, customer: u32 }
    fact Customer { id: u32 }
    query overdue(id: u32) { when { Order { customer: id }; } }
    rule no_events {
        when {
            c @ Customer { id };
            o @ Order { customer: id } after c;
            Customer { id } within 10 after o;
            Order { customer: id } before id;
            Order { customer: id } within 10 of nobody;
            overdue(id) after o;
        }
        then {}
    }
    rule itself {
        when { o @ Order { customer: 1 } within 10 of o; }
        then { retract o; }
    }
    rule too_early {
        when { Order { customer: 1 } after o; o @ Order { customer: 2 }; }
        then { retract o; }
    }
}

fn main() {}
