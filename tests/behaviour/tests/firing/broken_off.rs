//! Changes that a panic breaks off: under `#[backtrack]` the session is as before them, wherever user code
//! panics.

use behaviour::fuse::{self, burning, called};
use rules_runtime::rules;

/// A name whose code may panic, but for its `drop`: what a change took out is dropped when the change is over.
pub(crate) type Name = fuse::Name<false>;

fn careful(value: i32) -> bool {
    called();
    value >= 0
}

rules! {
    #[backtrack]
    ruleset Shop;

    #[unique]
    fact Item { name: Name, price: i32 }
    #[key(name)]
    fact Stock { name: Name, count: i32 }
    fact Order { name: Name, count: i32 }
    fact Bill { name: Name, sum: i32 }
    fact Note(i32);

    rule sell {
        when {
            Item { name, price } if careful(price);
            Order { name, count };
            not Note(> 1000);
        }
        then { insert logical Bill { name: name.clone(), sum: price * count }; }
        undo { insert Note(price); }
    }

    #[salience(-1)]
    rule deliver {
        when {
            order @ Order { name, count };
            stock @ Stock { name, count: >= count };
        }
        then {
            modify stock { stock.count -= count; }
            retract order;
        }
    }

    // Found whole: a pattern that is counted, a middle of which few go with what changes, a circle, a range.
    #[salience(-2)]
    rule restock {
        when {
            stock @ Stock { name, count: 0 };
            not Order { name, count: > 2 };
            exists Item { name };
        }
        then { modify stock { stock.count = 4; } }
    }
    #[salience(-2)]
    rule match_up {
        when { Stock { name, count }; Order { name, count: there }; Item { name, price: > there } if there < count; }
        then {}
    }
    #[salience(-2)]
    rule alike {
        when { Item { name, price }; Item { name, price: < price }; Order { name }; }
        then {}
    }

    #[on_change(best.price)]
    rule first {
        when { best = min_by(name for Item { name }); }
        then { insert Note(best.price); }
    }

    rule orders {
        when { total = sum(count for Order { name, count }) by (name); }
        then { insert Note(total); }
    }

    #[once]
    rule served {
        when {
            stock @ Stock { name };
            exists { Item { name, price }; Bill { name, sum: >= price }; }
        }
        then { insert Note(stock.count); }
    }
}

/// All that can be seen of a session but its handles.
fn seen(shop: &Shop) -> String {
    let facts = (
        shop.facts::<Item>().collect::<Vec<_>>(),
        shop.facts::<Stock>().collect::<Vec<_>>(),
        shop.facts::<Order>().collect::<Vec<_>>(),
        shop.facts::<Bill>().collect::<Vec<_>>(),
        shop.facts::<Note>().collect::<Vec<_>>(),
    );
    let agenda: Vec<_> = shop.agenda().map(|next| next.rule()).collect();
    format!("{facts:?} {agenda:?}")
}

/// The changes, one after the other.
fn change(shop: &mut Shop, number: i32) {
    let of = |name: i32| Name::new(name.unsigned_abs().try_into().expect("names are small"));
    match number {
        0..4 => drop(shop.insert(Item {
            name: of(number % 3),
            price: 10 + number,
        })),
        4..7 => drop(shop.insert(Stock {
            name: of(number % 3),
            count: 5,
        })),
        7..12 => drop(shop.insert(Order {
            name: of(number % 2),
            count: number % 3 + 1,
        })),
        12..20 | 24..30 => drop(shop.step()),
        20 => {
            let item = shop.handles::<Item>().next().unwrap();
            shop.update(item, |item| item.price += 7).unwrap();
        }
        21 => {
            let item = shop.handles::<Item>().nth(1).unwrap();
            shop.retract(item).unwrap();
        }
        22 => {
            let item = shop.handles::<Item>().next().unwrap();
            let new = Item {
                name: Name::new(2),
                price: 3,
            };
            shop.replace(item, new).unwrap();
        }
        _ => {
            let orders = (0..3).map(|count| Order {
                name: Name::new(2),
                count,
            });
            shop.insert_all(orders);
        }
    }
}

const CHANGES: i32 = 30;

/// Makes a change, which panics at its calls of user code one after the other before it may be made. How
/// often it did.
fn change_at_last(shop: &mut Shop, number: i32) -> u32 {
    let before = seen(shop);
    for fuse in 1.. {
        let made = burning(fuse, || change(shop, number));
        shop.__verify();
        if made.is_ok() {
            return fuse - 1;
        }
        assert_eq!(seen(shop), before, "change {number}, call {fuse}");
    }
    unreachable!("a change has an end")
}

#[test]
fn a_change_that_is_broken_off_anywhere_is_taken_back() {
    let (mut shop, mut undisturbed) = (Shop::new(), Shop::new());
    let mut panics = 0;
    for number in 0..CHANGES {
        panics += change_at_last(&mut shop, number);
        change(&mut undisturbed, number);
        assert_eq!(seen(&shop), seen(&undisturbed), "after change {number}");
    }
    assert!(panics > 100, "{panics} calls of user code panicked");
    assert_eq!(shop.run(), undisturbed.run());
    assert_eq!(seen(&shop), seen(&undisturbed));
}

#[test]
fn a_change_that_is_broken_off_above_a_checkpoint_leaves_the_checkpoint() {
    let mut shop = Shop::new();
    (0..9).for_each(|number| change(&mut shop, number));
    let before = seen(&shop);
    let checkpoint = shop.checkpoint();
    for number in 9..CHANGES {
        change_at_last(&mut shop, number);
    }
    shop.rollback(checkpoint).unwrap();
    shop.__verify();
    assert_eq!(seen(&shop), before);
    let mut undisturbed = Shop::new();
    (0..CHANGES).for_each(|number| change(&mut undisturbed, number));
    (9..CHANGES).for_each(|number| change(&mut shop, number));
    assert_eq!(seen(&shop), seen(&undisturbed));
}
