//! The program in README.md.

use rules_runtime::rules;

rules! {
    ruleset Shop;

    fact Customer(&'static str, u32);
    fact Complaint { customer: &'static str }
    fact Order { customer: &'static str, total: u32, discount: u32 }

    /// A loyal customer without an open complaint gets a tenth off a large order.
    rule loyal_customer {
        when {
            Customer(name, years) if years >= 5;
            order @ Order { customer: name, total, discount: 0 } if total > 100;
            not Complaint { customer: name };
        }
        then {
            modify order { order.discount = total / 10; }
            println!("{name} saves {}", order.discount);
        }
    }
}

fn main() {
    let mut shop = Shop::new();
    let complaint = shop.insert(Complaint { customer: "Bob" });
    for (customer, total) in [("Ann", 250), ("Bob", 400)] {
        shop.insert(Customer(customer, 7));
        shop.insert(Order {
            customer,
            total,
            discount: 0,
        });
    }
    println!("{}", shop.run());

    shop.retract(complaint).unwrap();
    println!("{}", shop.run());
}
