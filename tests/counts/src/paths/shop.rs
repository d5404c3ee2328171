//! A shop of ten thousand customers, with an order and a payment of each: facts that come and go, and rules that fire.

use rules_runtime::{Handle, rules};

use super::{STANDING, TIMES, measured};

rules! {
    ruleset Shop;

    fact Parcel { weight: u32, region: u8, paid: bool }
    fact Customer { id: u32, active: bool, visits: u32 }
    fact Order { customer: u32, total: u32 }
    fact Complaint { customer: u32 }
    fact Payment { customer: u32, amount: u64 }
    fact Counter { left: u32 }

    rule heavy {
        when { Parcel { weight: > 100 }; }
        then {}
    }

    rule large_order {
        when {
            Customer { id, active: true };
            Order { customer: id, total: > 100 };
        }
        then {}
    }

    rule content {
        when {
            Customer { id, active: true };
            not Complaint { customer: id };
        }
        then {}
    }

    rule good_customer {
        when {
            Customer { id, active: true };
            total = sum(amount for Payment { customer: id, amount }) if total > 1000;
        }
        then {}
    }

    rule count_down {
        when { counter @ Counter { left } if left > 0; }
        then { modify counter { counter.left -= 1; } }
    }
}

/// Nine rules: a parcel passes the first test of each, and none the second.
mod sorting {
    use rules_runtime::rules;

    rules! {
        pub(super) ruleset Sorting;

        pub(super) fact Parcel { weight: u32, region: u8, paid: bool }

        rule first { when { Parcel { weight: > 1, region: 1 }; } then {} }
        rule second { when { Parcel { weight: > 2, region: 1 }; } then {} }
        rule third { when { Parcel { weight: > 3, region: 1 }; } then {} }
        rule fourth { when { Parcel { weight: > 4, region: 1 }; } then {} }
        rule fifth { when { Parcel { weight: > 5, region: 1 }; } then {} }
        rule sixth { when { Parcel { weight: > 6, region: 1 }; } then {} }
        rule seventh { when { Parcel { weight: > 7, region: 1 }; } then {} }
        rule eighth { when { Parcel { weight: > 8, region: 1 }; } then {} }
        rule ninth { when { Parcel { weight: > 9, region: 1, paid: true }; } then {} }
    }
}

/// A shop with customers, an order and a payment of each, at rest.
fn shop() -> (Shop, Vec<Handle<Customer>>) {
    let mut shop = Shop::new();
    let customers = (0..STANDING).map(|id| Customer {
        id,
        active: true,
        visits: 0,
    });
    let customers = shop.insert_all(customers);
    shop.insert_all((0..STANDING).map(|customer| Order {
        customer,
        total: 200,
    }));
    shop.insert_all((0..STANDING).map(|customer| Payment {
        customer,
        amount: 500,
    }));
    shop.run();
    (shop, customers)
}

pub(super) fn alpha_1() {
    let (mut shop, _) = shop();
    let handles = count_inserts!(shop, |n| Parcel {
        weight: n % 100,
        region: 1,
        paid: false
    });
    assert_eq!((handles.len(), shop.agenda().count()), (TIMES as usize, 0));
}

pub(super) fn alpha_9() {
    let mut sorting = sorting::Sorting::new();
    count_inserts!(sorting, |n| sorting::Parcel {
        weight: 100 + n,
        region: 2,
        paid: false
    });
    assert_eq!(sorting.agenda().count(), 0);
}

pub(super) fn join() {
    let (mut shop, _) = shop();
    count_inserts!(shop, |customer| Order {
        customer,
        total: 101
    });
    assert_eq!(shop.agenda().count(), TIMES as usize);
}

pub(super) fn not() {
    let (mut shop, _) = shop();
    count_inserts!(shop, |customer| Complaint { customer });
    assert_eq!(shop.len::<Complaint>(), TIMES as usize);
}

pub(super) fn not_again() {
    let (mut shop, _) = shop();
    let complaints = || (0..TIMES).map(|customer| Complaint { customer });
    for handle in shop.insert_all(complaints()) {
        shop.retract(handle).expect("it was inserted");
    }
    shop.run();
    let handles = shop.insert_all(complaints());
    measured(|| {
        for handle in handles {
            shop.retract(handle).expect("it was inserted");
        }
    });
    assert_eq!(shop.agenda().count(), TIMES as usize);
}

pub(super) fn accumulate() {
    let (mut shop, _) = shop();
    count_inserts!(shop, |customer| Payment {
        customer,
        amount: 501
    });
    assert_eq!(shop.agenda().count(), TIMES as usize);
}

pub(super) fn modify_unread() {
    let (mut shop, customers) = shop();
    let mut visit = |visits| {
        for &customer in &customers[..TIMES as usize] {
            let visited = shop.update(customer, |customer| customer.visits = visits);
            visited.expect("the customer is there");
        }
    };
    visit(1);
    measured(|| visit(2));
    assert_eq!(shop.agenda().count(), 0);
}

pub(super) fn modify_read() {
    let (mut shop, customers) = shop();
    let mut renumber = |from| {
        for (id, &customer) in (from..).zip(&customers[..TIMES as usize]) {
            let renumbered = shop.update(customer, |customer| customer.id = id);
            renumbered.expect("the customer is there");
        }
    };
    renumber(STANDING);
    measured(|| renumber(0));
    assert!(shop.agenda().count() >= 2 * TIMES as usize);
}

pub(super) fn fire() {
    let (mut shop, _) = shop();
    let parcels = || {
        (0..TIMES).map(|_| Parcel {
            weight: 101,
            region: 1,
            paid: true,
        })
    };
    let handles = shop.insert_all(parcels());
    shop.run();
    for handle in handles {
        shop.retract(handle).expect("it was inserted");
    }
    shop.insert_all(parcels());
    measured(|| assert_eq!(shop.run().count, u64::from(TIMES)));
}

pub(super) fn insert_fire() {
    let (mut shop, _) = shop();
    let orders = || {
        (0..TIMES).map(|number| Order {
            customer: number,
            total: 101,
        })
    };
    let handles: Vec<Handle<Order>> = orders().map(|order| shop.insert(order)).collect();
    shop.run();
    for handle in handles {
        shop.retract(handle).expect("it was inserted");
    }
    measured(|| {
        for order in orders() {
            shop.insert(order);
            shop.run();
        }
    });
}

pub(super) fn fire_modify() {
    let (mut shop, _) = shop();
    shop.insert(Counter { left: TIMES });
    shop.run();
    shop.insert(Counter { left: TIMES });
    measured(|| assert_eq!(shop.run().count, u64::from(TIMES)));
}

pub(super) fn insert_all() {
    /// How many facts are one change.
    const TOGETHER: u32 = 100;
    let (mut shop, _) = shop();
    let mut pass = || {
        for number in 0..TIMES / TOGETHER {
            let customers = number * TOGETHER..(number + 1) * TOGETHER;
            let orders = shop.insert_all(customers.map(|customer| Order {
                customer,
                total: 101,
            }));
            for order in orders {
                shop.retract(order).expect("it was inserted");
            }
        }
    };
    pass();
    measured(pass);
    assert_eq!(shop.len::<Order>(), STANDING as usize);
}
