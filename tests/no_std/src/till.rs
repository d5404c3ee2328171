//! A till: sums of floats, groups, the best of several, effects and globals.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;

use rules_runtime::rules;

rules! {
    ruleset Till;

    fact Item { customer: u32, price: f64 }
    fact Customer { id: u32, name: String }
    #[key(customer)]
    fact Total { customer: u32, sum: f64 }
    fact Best(u32);
    global slip: String;

    rule total {
        when {
            Customer { id, .. };
            sum = sum(price for Item { customer: id, price });
        }
        then { insert Total { customer: id, sum }; }
    }

    #[salience(-1)]
    rule best {
        when { best = max_by(total.sum for total @ Total); not Best(== best.customer); }
        then { insert Best(best.customer); }
    }

    #[salience(-2)]
    rule print {
        when {
            Best(id);
            Customer { id, name };
            items = collect(item @ Item { customer: id, .. });
            large = count(Item { customer, price: > 10.0 }) by (customer);
        }
        then {
            let prices: Vec<f64> = items.iter().map(|item| item.price).collect();
            _ = writeln!(slip, "{name} {prices:?}; {large} large of {customer}");
        }
    }
}

/// What a till prints of two customers.
#[must_use]
pub fn slip() -> String {
    let mut till = Till::new(String::new());
    till.insert_all([
        Customer {
            id: 1,
            name: "Ann".into(),
        },
        Customer {
            id: 2,
            name: "Bob".into(),
        },
    ]);
    let items = [
        (1, 1e16),
        (1, 3.0),
        (2, 0.1),
        (1, -1e16),
        (2, 0.2),
        (2, 12.5),
    ];
    till.insert_all(items.map(|(customer, price)| Item { customer, price }));
    _ = till.run();
    core::mem::take(&mut till.globals_mut().slip)
}
