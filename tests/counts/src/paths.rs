//! The hot paths: what a program does over and over in a session that already holds many facts.
//!
//! Each is run once to warm up, so that no memory grows while it is counted, and leaves the session as it was.

use rules_runtime::{Handle, Stop, rules};

/// A hot path.
pub(crate) struct Path {
    pub name: &'static str,
    /// What the count over `TIMES` is of.
    pub unit: &'static str,
    pub run: fn(),
}

/// How often each path is taken.
pub(crate) const TIMES: u32 = 2_000;

/// How many facts stand beside those that change.
const STANDING: u32 = 10_000;

/// All paths.
pub(crate) const ALL: &[Path] = &[
    Path {
        name: "alpha_1",
        unit: "an insert, a test of 1 rule",
        run: alpha_1,
    },
    Path {
        name: "alpha_9",
        unit: "an insert, tests of 9 rules",
        run: alpha_9,
    },
    Path {
        name: "join",
        unit: "an insert with a join",
        run: join,
    },
    Path {
        name: "not",
        unit: "an insert that ends a match",
        run: not,
    },
    Path {
        name: "not_again",
        unit: "a retract that makes one",
        run: not_again,
    },
    Path {
        name: "accumulate",
        unit: "an insert into a sum",
        run: accumulate,
    },
    Path {
        name: "for_all",
        unit: "another match before a count of ten thousand, and a member of it that goes",
        run: for_all,
    },
    Path {
        name: "modify_unread",
        unit: "an update nobody reads",
        run: modify_unread,
    },
    Path {
        name: "modify_read",
        unit: "an update of a join's key",
        run: modify_read,
    },
    Path {
        name: "fire",
        unit: "a firing that does nothing",
        run: fire,
    },
    Path {
        name: "insert_fire",
        unit: "an insert with a join, and its firing",
        run: insert_fire,
    },
    Path {
        name: "fire_modify",
        unit: "a firing that modifies",
        run: fire_modify,
    },
    Path {
        name: "search",
        unit: "an alternative that fails",
        run: search,
    },
    Path {
        name: "search_made",
        unit: "one that is made, and fails",
        run: search_made,
    },
    Path {
        name: "window",
        unit: "a reading that enters a window, and one leaves",
        run: window,
    },
    Path {
        name: "window_floats",
        unit: "a measurement that enters a mean, and one leaves",
        run: window_floats,
    },
    Path {
        name: "large_middle",
        unit: "a fact that comes and goes, beside links with few partners",
        run: large_middle,
    },
    Path {
        name: "gate",
        unit: "a match that comes and goes behind a gate, beside ten thousand that wait there",
        run: gate,
    },
    Path {
        name: "state",
        unit: "a fact that comes, and one that it sets into its next state, among ten thousand",
        run: state,
    },
    Path {
        name: "founded",
        unit: "a way that goes, where all that it led to is reached by another, and comes back",
        run: founded,
    },
];

/// What is counted: callgrind knows it by its name.
#[inline(never)]
fn measured(work: impl FnOnce()) {
    work();
}

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

/// Readings of a window.
mod streaming {
    use rules_runtime::rules;

    use super::STANDING;

    rules! {
        #[clock(u32)]
        pub(super) ruleset Streaming;

        #[event(at = at, expires = STANDING)]
        pub(super) fact Reading { at: u32, key: u32, value: u32 }

        rule count {
            when { n = count(Reading { key } within STANDING) by (key); }
            then { let _ = n; }
        }
        rule mean {
            when { mean = avg(value for Reading { key, value } within STANDING) by (key); }
            then { let _ = mean; }
        }
    }
}

/// Measurements of a window, which are floats.
mod measuring {
    use rules_runtime::rules;

    use super::STANDING;

    rules! {
        #[clock(u32)]
        pub(super) ruleset Measuring;

        #[event(at = at, expires = STANDING)]
        pub(super) fact Measurement { at: u32, key: u32, value: f64 }

        rule mean {
            when { mean = avg(value for Measurement { key, value } within STANDING) by (key); }
            then { let _ = mean; }
        }
    }
}

/// A join with a large middle: of many links to a place one is wanted.
mod linking {
    use rules_runtime::rules;

    rules! {
        pub(super) ruleset Linking;

        pub(super) fact Wanted(u32);
        pub(super) fact Link(u32, u32);
        pub(super) fact Place(u32);
        global found: u32;

        rule join {
            when { Wanted(from); Link(from, to); Place(to); }
            then { *found += 1; }
        }
    }
}

/// What is reached from where, while there is a way.
mod reaching {
    use rules_runtime::rules;

    rules! {
        pub(super) ruleset Reaching;

        #[unique]
        pub(super) fact Way(u32, u32);
        #[unique]
        pub(super) fact Reached(u32, u32);

        rule by_one_way {
            when { Way(from, to); }
            then { insert logical Reached(from, to); }
        }

        rule by_more {
            when {
                Way(from, by);
                Reached(by, to);
            }
            then { insert logical Reached(from, to); }
        }
    }
}

/// Parcels that are scanned on their way, and on their way back.
mod sending {
    use rules_runtime::rules;

    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub(super) enum State {
        Ordered,
        Sent,
    }

    rules! {
        pub(super) ruleset Sending;

        pub(super) fact Parcel { id: u32, state: State }
        pub(super) fact Scan { parcel: u32 }

        rule send {
            when {
                scan @ Scan { parcel };
                sent @ Parcel { id: parcel, state: State::Ordered };
            }
            then {
                retract scan;
                modify sent { sent.state = State::Sent; }
            }
        }

        rule bring_back {
            when {
                scan @ Scan { parcel };
                returned @ Parcel { id: parcel, state: State::Sent };
            }
            then {
                retract scan;
                modify returned { returned.state = State::Ordered; }
            }
        }
    }
}

/// Guests that are counted, evening by evening.
mod roll {
    use rules_runtime::rules;

    rules! {
        pub(super) ruleset Roll;

        pub(super) fact Evening { number: u32 }
        pub(super) fact Guest;
        global counted: usize;

        rule count_guests {
            when { Evening { number: _ }; n = count(Guest); }
            then { *counted = n; }
        }
    }
}

/// Jobs that wait until it is their turn.
mod staging {
    use rules_runtime::rules;

    rules! {
        pub(super) ruleset Staging;

        #[key()]
        pub(super) fact Stage { works: bool }
        pub(super) fact Job { size: u32 }
        pub(super) fact Bell;
        global done: u32;

        rule begin {
            when { stage @ Stage { works: false }; bell @ Bell; }
            then {
                retract bell;
                modify stage { stage.works = true; }
            }
        }

        rule work {
            when { Stage { works: true }; Job { size: > 0 }; }
            then { *done += 1; }
        }

        #[salience(-1)]
        rule rest {
            when { stage @ Stage { works: true }; }
            then { modify stage { stage.works = false; } }
        }
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

/// Counts inserts, after a round of them that is taken back.
macro_rules! count_inserts {
    ($session:ident, $fact:expr) => {{
        let facts = || (0..TIMES).map($fact).collect::<Vec<_>>();
        let mut handles = Vec::with_capacity(TIMES as usize);
        for fact in facts() {
            handles.push($session.insert(fact));
        }
        for handle in handles.drain(..) {
            $session.retract(handle).expect("it was inserted");
        }
        let facts = facts();
        measured(|| {
            for fact in facts {
                handles.push($session.insert(fact));
            }
        });
        handles
    }};
}

fn alpha_1() {
    let (mut shop, _) = shop();
    let handles = count_inserts!(shop, |n| Parcel {
        weight: n % 100,
        region: 1,
        paid: false
    });
    assert_eq!((handles.len(), shop.agenda().count()), (TIMES as usize, 0));
}

fn alpha_9() {
    let mut sorting = sorting::Sorting::new();
    count_inserts!(sorting, |n| sorting::Parcel {
        weight: 100 + n,
        region: 2,
        paid: false
    });
    assert_eq!(sorting.agenda().count(), 0);
}

fn join() {
    let (mut shop, _) = shop();
    count_inserts!(shop, |customer| Order {
        customer,
        total: 101
    });
    assert_eq!(shop.agenda().count(), TIMES as usize);
}

fn not() {
    let (mut shop, _) = shop();
    count_inserts!(shop, |customer| Complaint { customer });
    assert_eq!(shop.len::<Complaint>(), TIMES as usize);
}

fn not_again() {
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

fn accumulate() {
    let (mut shop, _) = shop();
    count_inserts!(shop, |customer| Payment {
        customer,
        amount: 501
    });
    assert_eq!(shop.agenda().count(), TIMES as usize);
}

fn for_all() {
    let mut roll = roll::Roll::new(0);
    let guests = roll.insert_all((0..STANDING).map(|_| roll::Guest));
    let evening = roll.insert(roll::Evening { number: 0 });
    roll.run();
    let mut guests = guests.into_iter();
    let mut evenings = |from: u32| {
        for (number, guest) in (from..from + TIMES).zip(&mut guests) {
            roll.retract(guest).expect("it was inserted");
            let updated = roll.update(evening, |evening| evening.number = number);
            updated.expect("the evening is there");
            roll.run();
        }
    };
    evenings(0);
    measured(|| evenings(TIMES));
    assert_eq!(roll.globals().counted, (STANDING - 2 * TIMES) as usize);
}

fn modify_unread() {
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

fn modify_read() {
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

fn fire() {
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

fn insert_fire() {
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

fn fire_modify() {
    let (mut shop, _) = shop();
    shop.insert(Counter { left: TIMES });
    shop.run();
    shop.insert(Counter { left: TIMES });
    measured(|| assert_eq!(shop.run().count, u64::from(TIMES)));
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

fn search() {
    let (mut turning, lock) = turning();
    measured(|| assert!(turning.next_solution(), "the last turn is right"));
    assert!(turning.contains(lock));
}

fn search_made() {
    let (mut turning, lock) = turning();
    measured(|| assert_eq!(turning.run_limit(u64::MAX - 1).stop, Stop::Rest));
    assert!(turning.contains(lock));
}

fn window() {
    let mut stream = streaming::Streaming::new();
    slide(2, |at| {
        let (key, value) = (at % 8, at % 97);
        stream.insert(streaming::Reading { at, key, value });
        stream.advance_to(at).expect("the clock goes on").count
    });
}

fn window_floats() {
    let mut stream = measuring::Measuring::new();
    slide(1, |at| {
        let (key, value) = (at % 8, f64::from(at % 97) / 7.0);
        stream.insert(measuring::Measurement { at, key, value });
        stream.advance_to(at).expect("the clock goes on").count
    });
}

fn large_middle() {
    let mut linking = linking::Linking::new(0);
    let places = 50;
    linking.insert(linking::Wanted(7));
    linking.insert_all((0..places * 200).map(|n| linking::Link(n / places, n % places)));
    let mut pass = || {
        for number in 0..TIMES {
            let place = linking.insert(linking::Place(number % places));
            linking.run();
            linking.retract(place).expect("the place is there");
        }
    };
    pass();
    measured(pass);
    assert_eq!(linking.globals().found, 2 * TIMES);
}

fn gate() {
    let mut staging = staging::Staging::new(0);
    staging.insert(staging::Stage { works: false });
    staging.insert_all((0..STANDING).map(|n| staging::Job { size: n + 1 }));
    let mut pass = || {
        for size in 1..=TIMES {
            let job = staging.insert(staging::Job { size });
            staging.run();
            staging.retract(job).expect("the job is there");
        }
    };
    pass();
    measured(pass);
    staging.insert(staging::Bell);
    staging.run();
    assert_eq!(staging.globals().done, STANDING);
}

fn state() {
    let mut sending = sending::Sending::new();
    sending.insert_all((0..STANDING).map(|id| sending::Parcel {
        id,
        state: sending::State::Ordered,
    }));
    let mut pass = || {
        for number in 0..TIMES {
            sending.insert(sending::Scan {
                parcel: number * 7919 % STANDING,
            });
            assert_eq!(sending.run().count, 1);
        }
    };
    // There and back again.
    pass();
    measured(pass);
    let ordered = |sending: &sending::Sending| {
        let mut parcels = sending.facts::<sending::Parcel>();
        parcels.all(|parcel| parcel.state == sending::State::Ordered)
    };
    assert!(ordered(&sending));
}

fn founded() {
    /// Places in a ring, with ways in both directions.
    const PLACES: u32 = 16;
    let mut reaching = reaching::Reaching::new();
    let ways = |from| [1, PLACES - 1].map(|by| reaching::Way(from, (from + by) % PLACES));
    let mut handles = reaching.insert_all((0..PLACES).flat_map(ways));
    reaching.run();
    let mut pass = || {
        for number in 0..TIMES {
            let handle = &mut handles[(number * 7 % (2 * PLACES)) as usize];
            let way = reaching.retract(*handle).expect("the way is there");
            assert_eq!(reaching.len::<reaching::Reached>() as u32, PLACES * PLACES);
            *handle = reaching.insert(way);
            reaching.run();
        }
    };
    pass();
    measured(pass);
}

/// Takes one event after another into a window; each fires so many rules at the least.
fn slide(rules: u64, mut take: impl FnMut(u32) -> u64) {
    let mut pass = |from: u32, to: u32| (from..to).map(&mut take).sum::<u64>();
    // The window fills, and goes on until no memory grows.
    pass(1, 3 * STANDING);
    measured(|| assert!(pass(3 * STANDING, 3 * STANDING + TIMES) >= rules * u64::from(TIMES)));
}
