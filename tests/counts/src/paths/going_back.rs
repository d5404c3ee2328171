//! What is tried, and taken back.

use rules_runtime::{Handle, Stop};

use super::{STANDING, TIMES, measured};

/// Turns of a lock, of which all but the last are wrong.
mod turning {
    use rules_runtime::rules;

    rules! {
        #[backtrack]
        pub(super) ruleset Turning;

        #[key()]
        pub(super) fact Lock { opens_at: u32 }
        fact Turn { to: u32 }

        #[salience(10)]
        rule wrong {
            when {
                Lock { opens_at };
                Turn { to: < opens_at };
            }
            then { fail; }
        }

        rule turn {
            when {
                Lock { opens_at };
                not Turn;
            }
            then {
                choose to in 1..=opens_at;
                insert Turn { to };
            }
        }
    }
}

/// What is promised of stock, which is tried and given up.
mod promising {
    use rules_runtime::rules;

    rules! {
        #[backtrack]
        pub(super) ruleset Promising;

        pub(super) fact Stock { article: u32, count: u32 }
        pub(super) fact Order { article: u32, count: u32 }

        rule in_stock {
            when {
                Order { article, count: wanted };
                Stock { article, count: >= wanted };
            }
            then {}
        }
    }
}

/// A lock, before which nothing has been tried.
fn turning() -> (turning::Turning, Handle<turning::Lock>) {
    let mut turning = turning::Turning::new();
    let lock = turning.insert(turning::Lock { opens_at: TIMES });
    let checkpoint = turning.checkpoint();
    assert_eq!(turning.run_limit(u64::MAX - 1).stop, Stop::Rest);
    turning.rollback(checkpoint).expect("the checkpoint stands");
    (turning, lock)
}

pub(super) fn search() {
    let (mut turning, lock) = turning();
    measured(|| assert!(turning.next_solution(), "the last turn is right"));
    assert!(turning.contains(lock));
}

pub(super) fn search_made() {
    let (mut turning, lock) = turning();
    measured(|| assert_eq!(turning.run_limit(u64::MAX - 1).stop, Stop::Rest));
    assert!(turning.contains(lock));
}

pub(super) fn checkpoint() {
    use promising::{Order, Promising, Stock};
    let articles = STANDING / 2;
    let mut promising = Promising::new();
    let stock = promising.insert_all((0..articles).map(|article| Stock { article, count: 5 }));
    let orders = promising.insert_all((0..articles).map(|article| Order { article, count: 5 }));
    promising.run();
    let mut pass = || {
        for number in 0..TIMES {
            let checkpoint = promising.checkpoint();
            let article = number * 7919 % articles;
            let (stock, order) = (stock[article as usize], orders[article as usize]);
            promising.insert(Order { article, count: 2 });
            let updated = promising.update(stock, |stock| stock.count = 3);
            updated.expect("the stock is there");
            promising.retract(order).expect("the order is there");
            assert_eq!(promising.agenda().count(), 1);
            promising
                .rollback(checkpoint)
                .expect("the checkpoint stands");
        }
    };
    pass();
    measured(pass);
    assert_eq!(promising.len::<Order>(), articles as usize);
    assert_eq!(promising.agenda().count(), 0);
}
