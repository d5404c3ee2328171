rules_runtime::rules! {
    #[clock(u64)]
    ruleset Shop;
    #[event(at = at)]
    fact Order { at: u64, customer: u32, items: Vec<u32> }
    fact Customer { id: u32 }
    fact Dog { name: u32 }
    rule counts {
        when {
            Customer { id };
            a = count(Customer { id } last 3);
            b = count(Order { customer: id } last 0);
            c = count(Order { customer: id } last id);
            d = count(Order { customer: id } last 3 + 1);
            e = count({ o @ Order { customer: id } last 3; for i in o.items.iter(); });
            f = count({ Order { customer } last 3; Customer { id: customer }; }) if a + b + c + d + e + f > 1;
        }
        then {}
    }
    rule elsewhere {
        when {
            Order { customer: 1 } last 3;
            not Order { customer: 2 } last 3;
            n = count({ not Order last 3; Customer; });
            m = count(Order last 3 last 4) if n + m > 1;
        }
        then {}
    }
}

fn main() {}
