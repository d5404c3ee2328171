//! Changes that a panic breaks off in a session without a way back: it is as before them, or poisoned, and then
//! says so at every call.

use std::panic::{AssertUnwindSafe, catch_unwind};

use behaviour::fuse::{self, burning};
use rules_runtime::rules;

/// A name all of whose code may panic.
pub(crate) type Name = fuse::Name<true>;

rules! {
    ruleset Till;

    #[unique]
    fact Item { name: Name, price: i32 }
    #[key(name)]
    fact Stock { name: Name, count: i32 }
    fact Order { name: Name, count: i32 }
    fact Bill { name: Name, sum: i32 }

    rule sell {
        when { Item { name, price }; order @ Order { name, count }; }
        then { insert logical Bill { name: name.clone(), sum: price * count }; }
        undo { retract order; }
    }

    rule serve {
        when { Item { name }; order @ Order { name, count: 2 }; }
        then {
            modify order {
                order.name = name.clone();
                order.count = 1;
            }
        }
    }

    rule short {
        when { total = sum(count for Order { name, count }) by (name); stock @ Stock { name, count: < total }; }
        then { modify stock { stock.count = total; } }
    }
}

const CHANGES: u8 = 16;

fn change(till: &mut Till, number: u8) {
    let name = Name::new(number % 3);
    match number {
        0..4 => drop(till.insert(Item { name, price: 3 })),
        4..7 => drop(till.insert(Stock { name, count: 1 })),
        7..10 | 12 => drop(till.insert(Order { name, count: 2 })),
        13 => {
            let item = till.handles::<Item>().next();
            drop(till.retract(item.unwrap()).unwrap());
        }
        14 => {
            let stock = till.handles::<Stock>().next();
            till.update(stock.unwrap(), |stock| stock.name = name)
                .unwrap();
        }
        _ => drop(till.run_limit(3)),
    }
}

fn seen(till: &Till) -> String {
    let (items, stock) = (till.facts::<Item>(), till.facts::<Stock>());
    let (orders, bills) = (till.facts::<Order>(), till.facts::<Bill>());
    let facts = (items.collect::<Vec<_>>(), stock.collect::<Vec<_>>());
    let others = (orders.collect::<Vec<_>>(), bills.collect::<Vec<_>>());
    format!("{facts:?} {others:?} {}", till.agenda().count())
}

#[test]
fn a_change_that_is_broken_off_poisons_the_session_or_is_taken_back() {
    let (mut poisoned, mut taken_back, mut made) = (0, 0, 0);
    for last in 0..CHANGES {
        for fuse in 1.. {
            let mut till = Till::new();
            (0..last).for_each(|number| change(&mut till, number));
            let before = seen(&till);
            if burning(fuse, || change(&mut till, last)).is_ok() {
                break;
            }
            let Ok(after) = catch_unwind(AssertUnwindSafe(|| seen(&till))) else {
                poisoned += 1;
                for number in 0..CHANGES {
                    let call = catch_unwind(AssertUnwindSafe(|| change(&mut till, number)));
                    assert!(call.is_err(), "change {last}, call {fuse}, then {number}");
                }
                continue;
            };
            till.__verify();
            if after == before {
                taken_back += 1;
            } else {
                // What panics when a change is over is the drop of what it took out.
                made += 1;
            }
            (last..CHANGES).for_each(|number| {
                _ = catch_unwind(AssertUnwindSafe(|| change(&mut till, number)));
            });
            till.__verify();
        }
    }
    assert!(
        poisoned > 50 && taken_back > 0,
        "{poisoned} {taken_back} {made}"
    );
}

rules! {
    ruleset Division;

    fact Number(u32);
    global halves: u32;

    rule half {
        when { Number(n) if 10 / n > 2; }
        then { *halves += 1; }
    }
}

#[test]
fn a_poisoned_session_says_nothing_of_a_fact() {
    let mut session = Division::new(0);
    let number = session.insert(Number(3));
    session.run();
    assert!(catch_unwind(AssertUnwindSafe(|| session.insert(Number(0)))).is_err());
    let asks: [&dyn Fn() -> bool; 3] = [
        &|| session.get(number).is_none(),
        &|| session.contains(number),
        &|| session.is_empty::<Number>(),
    ];
    for ask in asks {
        let panic = catch_unwind(AssertUnwindSafe(ask)).unwrap_err();
        let text = panic.downcast_ref::<String>().unwrap();
        assert!(text.contains("poisoned"), "{text}");
    }
    assert!(session.retract(number).is_err());
}

/// A fact that cannot be dropped.
struct Sticky;

impl Drop for Sticky {
    fn drop(&mut self) {
        panic!("it sticks");
    }
}

rules! {
    ruleset Hands;

    rule hold {
        when { Sticky; }
        then {}
    }
}

#[test]
fn a_panic_while_a_change_is_taken_back_poisons_the_session() {
    let mut hands = Hands::new();
    let failed = catch_unwind(AssertUnwindSafe(|| {
        hands.transaction(|change| {
            change.insert(Sticky);
            Err::<(), ()>(())
        })
    }));
    assert!(failed.is_err());
    assert!(catch_unwind(AssertUnwindSafe(|| hands.len::<Sticky>())).is_err());
    std::mem::forget(hands);
}

/// A fact that cannot be dropped while it is wet.
#[derive(Clone)]
struct Coat {
    wet: bool,
}

impl Drop for Coat {
    fn drop(&mut self) {
        assert!(!self.wet, "it sticks");
    }
}

rules! {
    ruleset Wardrobe;

    rule hang {
        when { Coat { wet: false }; }
        then {}
    }
}

#[test]
fn a_change_of_which_two_old_values_panic_as_they_go_poisons_the_session() {
    let mut wardrobe = Wardrobe::new();
    let coats = [(); 2].map(|()| wardrobe.insert(Coat { wet: true }));
    let failed = catch_unwind(AssertUnwindSafe(|| {
        wardrobe.transaction(|change| {
            for coat in coats {
                change.update(coat, |coat| coat.wet = false)?;
            }
            Ok::<(), rules_runtime::HandleError>(())
        })
    }));
    assert!(failed.is_err());
    assert!(catch_unwind(AssertUnwindSafe(|| wardrobe.len::<Coat>())).is_err());
    std::mem::forget(wardrobe);
}
