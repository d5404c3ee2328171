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

/// A session and changes of it, in which user code may panic.
trait Trial: Sized {
    const CHANGES: u8;
    fn begin() -> Self;
    fn change(&mut self, number: u8);
    /// All that can be seen of it but its handles.
    fn seen(&self) -> String;
    fn verify(&self);
}

impl Trial for Till {
    const CHANGES: u8 = 16;

    fn begin() -> Self {
        Till::new()
    }

    fn change(&mut self, number: u8) {
        let till = self;
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

    fn seen(&self) -> String {
        let (items, stock) = (self.facts::<Item>(), self.facts::<Stock>());
        let (orders, bills) = (self.facts::<Order>(), self.facts::<Bill>());
        let facts = (items.collect::<Vec<_>>(), stock.collect::<Vec<_>>());
        let others = (orders.collect::<Vec<_>>(), bills.collect::<Vec<_>>());
        format!("{facts:?} {others:?} {}", self.agenda().count())
    }

    fn verify(&self) {
        self.__verify();
    }
}

rules! {
    ruleset Mill;

    #[key()]
    fact Shift { open: bool }
    #[key(name)]
    fact Sack { name: Name, kind: u8, weight: u32 }
    fact Cart { name: Name, to: Name, load: u32 }
    fact Baker { name: Name, purse: u32 }
    #[unique]
    fact Way(Name, Name);

    // Matches that are found whole, behind a gate, with one pattern counted; by a range.
    rule load {
        when {
            Shift { open: true };
            sack @ Sack { name, weight };
            cart @ Cart { name, load: < weight };
            not Baker { name, purse: 0 };
        }
        then {
            modify sack { sack.weight -= 1; }
            modify cart { cart.load += 1; }
        }
    }

    // Look-ups in common, that differ in a constant.
    rule rye {
        when { Baker { name, purse: > 3 }; Sack { name, kind: 0 }; }
        then {}
    }
    rule oats {
        when { Baker { name, purse: > 4 }; Sack { name, kind: 1 }; }
        then {}
    }

    // Few of the carts of a baker go with a sack; circles of ways.
    rule sell {
        when { Sack { name }; cart @ Cart { name, to }; baker @ Baker { name: to, purse: > 2 }; }
        then {
            modify baker { baker.purse -= 2; }
            retract cart;
        }
    }
    rule circle {
        when { Way(a, b); Way(b, c); Way(c, a); }
        then {}
    }

    // A number for all; more than one that counts.
    rule carts {
        when { Baker { name, purse: 9 }; n = count(Cart); exists Way(name, name); }
        then { insert Baker { name: name.clone(), purse: u32::try_from(n).unwrap() }; }
    }

    #[salience(-1)]
    rule way {
        when { Cart { name, to }; }
        then { insert Way(name.clone(), to.clone()); }
    }
    #[salience(-1)]
    rule further {
        when { Way(a, b); Way(b, c); }
        then { insert Way(a.clone(), c.clone()); }
    }
}

impl Trial for Mill {
    const CHANGES: u8 = 22;

    fn begin() -> Self {
        Mill::new()
    }

    fn change(&mut self, number: u8) {
        let mill = self;
        let (name, to) = (Name::new(number % 3), Name::new((number + 1) % 3));
        match number {
            0 => drop(mill.insert(Shift { open: false })),
            1..4 => {
                let kind = number % 2;
                mill.insert(Sack {
                    name,
                    kind,
                    weight: 2,
                });
            }
            4..7 => drop(mill.insert(Baker {
                name,
                purse: u32::from(number),
            })),
            7..10 => drop(mill.insert(Cart { name, to, load: 0 })),
            10 | 17 => {
                let shift = mill.handles::<Shift>().next().unwrap();
                mill.update(shift, |shift| shift.open = !shift.open)
                    .unwrap();
            }
            12 => {
                let carts = (0..3).map(|load| Cart {
                    name: Name::new(2),
                    to: Name::new(0),
                    load,
                });
                mill.insert_all(carts);
            }
            14 => {
                let baker = mill.handles::<Baker>().next().unwrap();
                mill.update(baker, |baker| baker.name = name).unwrap();
            }
            15 => {
                let sack = mill.handles::<Sack>().last().unwrap();
                drop(mill.retract(sack).unwrap());
            }
            16 => {
                mill.insert(Baker { name: to, purse: 9 });
            }
            18 => {
                let way = mill.handles::<Way>().next();
                way.map(|way| mill.retract(way).unwrap());
            }
            _ => drop(mill.run_limit(4)),
        }
    }

    fn seen(&self) -> String {
        let (sacks, carts) = (self.facts::<Sack>(), self.facts::<Cart>());
        let (bakers, ways) = (self.facts::<Baker>(), self.facts::<Way>());
        let facts = (sacks.collect::<Vec<_>>(), carts.collect::<Vec<_>>());
        let others = (bakers.collect::<Vec<_>>(), ways.collect::<Vec<_>>());
        let open = self.facts::<Shift>().next().map(|shift| shift.open);
        format!("{open:?} {facts:?} {others:?} {}", self.agenda().count())
    }

    fn verify(&self) {
        self.__verify();
    }
}

/// Breaks each change off at each call of user code. How often the session was poisoned, and how often it was as before.
fn break_off<T: Trial>() -> (u32, u32) {
    let (mut poisoned, mut taken_back) = (0, 0);
    for last in 0..T::CHANGES {
        for fuse in 1.. {
            let mut session = T::begin();
            (0..last).for_each(|number| session.change(number));
            let before = session.seen();
            if burning(fuse, || session.change(last)).is_ok() {
                break;
            }
            let Ok(after) = catch_unwind(AssertUnwindSafe(|| session.seen())) else {
                poisoned += 1;
                for number in 0..T::CHANGES {
                    let call = catch_unwind(AssertUnwindSafe(|| session.change(number)));
                    assert!(call.is_err(), "change {last}, call {fuse}, then {number}");
                }
                continue;
            };
            session.verify();
            // What panics when a change is over is the drop of what it took out: then it is made.
            taken_back += u32::from(after == before);
            (last..T::CHANGES).for_each(|number| {
                _ = catch_unwind(AssertUnwindSafe(|| session.change(number)));
            });
            session.verify();
        }
    }
    (poisoned, taken_back)
}

#[test]
fn a_change_that_is_broken_off_poisons_the_session_or_is_taken_back() {
    let (poisoned, taken_back) = break_off::<Till>();
    assert!(poisoned > 50 && taken_back > 0, "{poisoned} {taken_back}");
}

#[test]
fn so_does_one_whose_matches_are_found_whole() {
    let (poisoned, taken_back) = break_off::<Mill>();
    assert!(poisoned > 100 && taken_back > 0, "{poisoned} {taken_back}");
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

/// A panic that is caught within a transaction.
mod caught {
    use rules_runtime::rules;
    use std::{
        cell::Cell,
        hash::{Hash, Hasher},
        panic::{AssertUnwindSafe, catch_unwind},
    };

    thread_local!(static BLOWN: Cell<bool> = const { Cell::new(false) });
    rules! {
        ruleset Names;
        #[unique]
        #[derive(Debug, Clone, Eq)]
        fact Name(u32);
        rule see { when { Name(_); } then {} }
    }
    impl PartialEq for Name {
        fn eq(&self, other: &Self) -> bool {
            assert!(!BLOWN.get());
            self.0 == other.0
        }
    }
    impl Hash for Name {
        fn hash<H: Hasher>(&self, state: &mut H) {
            self.0.hash(state);
        }
    }

    #[test]
    fn a_panic_caught_within_a_transaction_poisons_all_the_same() {
        let mut s = Names::new();
        let a = s.insert(Name(1));
        s.insert(Name(2));
        let done = catch_unwind(AssertUnwindSafe(|| {
            s.transaction(|tx| {
                BLOWN.set(true);
                _ = catch_unwind(AssertUnwindSafe(|| tx.update(a, |n| n.0 = 2)));
                BLOWN.set(false);
                Ok::<_, ()>(())
            })
        }));
        let next = catch_unwind(AssertUnwindSafe(|| s.insert(Name(1))));
        assert!(done.is_err() && next.is_err());
    }
}
