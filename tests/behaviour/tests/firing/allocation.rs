//! In a steady state the engine allocates nothing: what a change needs is kept for the next one.

use allocation_counter::measure;
use rules_runtime::rules;

rules! {
    ruleset Shop;

    fact Customer { id: u32, level: u8 }
    fact Order { customer: u32, total: u32, state: u8 }
    fact Invoice { customer: u32, amount: u32 }
    fact Blocked(u32);
    global fired: u64;

    rule bill {
        when {
            order @ Order { customer, total: > 10, state: 0 };
            Customer { id: customer, level: > 0 };
            not Blocked(customer);
        }
        then {
            *fired += 1;
            insert Invoice { customer, amount: order.total };
            modify order { order.state = 1; }
        }
    }

    #[salience(5)]
    rule cancel {
        when { order @ Order { customer, state: 1 }; exists Blocked(customer); }
        then { *fired += 1; retract order; }
    }

    rule settle {
        when {
            invoice @ Invoice { customer, amount };
            n = count(Order { customer, state: 1 }) if n > 0;
            either { if amount > 50; let fee = 0; } or { if amount <= 50; let fee = 5; }
        }
        then { *fired += n as u64 + fee; retract invoice; }
    }
}

rules! {
    ruleset Gathering;

    fact Team(u32);
    fact Member { team: u32, score: u32 }
    global total: u64;

    rule report {
        when { Team(team); members = collect(m @ Member { team, score: > 1 }); }
        then { *total += members.len() as u64; }
    }
}

rules! {
    #[strategy(breadth)]
    ruleset Counter;

    fact Count { value: u32, limit: u32 }
    #[unique]
    fact Reached(u32);

    rule up {
        when { c @ Count { value, limit: > value }; }
        then { modify c { c.value += 1; } }
    }

    rule reached {
        when { Count { value, limit: value }; not Reached(value); }
        then { insert Reached(value); }
    }
}

/// How many allocations a cycle makes after as many to warm up.
pub(crate) fn allocations(mut cycle: impl FnMut()) -> u64 {
    for _ in 0..20 {
        cycle();
    }
    measure(|| {
        for _ in 0..20 {
            cycle();
        }
    })
    .count_total
}

#[test]
fn a_cycle_of_inserts_firings_and_retracts_allocates_nothing() {
    let mut session = Shop::new(0);
    let customers: [_; 16] = std::array::from_fn(|id| {
        session.insert(Customer {
            id: id as u32,
            level: 1,
        })
    });
    let mut orders = Vec::with_capacity(64);
    let found = allocations(|| {
        for n in 0..64 {
            let order = Order {
                customer: n % 16,
                total: n,
                state: 0,
            };
            orders.push(session.insert(order));
        }
        let blocked = session.insert(Blocked(3));
        session.run();
        session
            .update(customers[5], |customer| customer.level ^= 1)
            .unwrap();
        session
            .update(customers[5], |customer| customer.level ^= 1)
            .unwrap();
        session.retract(blocked).unwrap();
        session.run();
        for order in orders.drain(..) {
            _ = session.retract(order);
        }
        session.run();
    });
    assert!(session.globals().fired > 0);
    assert_eq!(session.len::<Order>(), 0);
    assert_eq!(found, 0);
}

#[test]
fn a_collection_that_is_not_iterated_allocates_nothing() {
    let mut session = Gathering::new(0);
    for team in 0..8 {
        session.insert(Team(team));
    }
    let mut members = Vec::with_capacity(40);
    let found = allocations(|| {
        for n in 0..40 {
            members.push(session.insert(Member {
                team: n % 8,
                score: n,
            }));
        }
        session.run();
        for member in members.drain(..) {
            session.update(member, |member| member.score ^= 1).unwrap();
            session.retract(member).unwrap();
        }
        session.run();
    });
    assert!(session.globals().total > 0);
    assert_eq!(found, 0);
}

#[test]
fn rules_that_modify_what_they_read_allocate_nothing() {
    let mut session = Counter::new();
    let count = session.insert(Count {
        value: 0,
        limit: 100,
    });
    let found = allocations(|| {
        session.update(count, |count| count.value = 0).unwrap();
        session.run();
    });
    assert_eq!(session.len::<Reached>(), 1);
    assert_eq!(found, 0);
}

#[test]
fn several_facts_in_one_change_allocate_no_more_than_their_handles() {
    let mut session = Counter::new();
    let found = allocations(|| {
        let handles = session.insert_all((0..50).map(|n| Count { value: n, limit: 0 }));
        for handle in handles {
            session.retract(handle).unwrap();
        }
    });
    assert!(
        (20..=40).contains(&found),
        "{found} allocations in 20 cycles"
    );
}

#[test]
fn looking_at_facts_allocates_nothing() {
    let mut session = Counter::new();
    let handle = session.insert(Count { value: 0, limit: 0 });
    let found = allocations(|| {
        assert_eq!(session.facts::<Count>().count(), 1);
        assert_eq!(session.handles::<Count>().next(), Some(handle));
        assert!(session.get(handle).is_some());
        assert_eq!(session.len::<Reached>(), 0);
    });
    assert_eq!(found, 0);
}

#[test]
fn gates_that_open_and_close_allocate_nothing() {
    rules! {
        ruleset Rounds;
        #[key()]
        fact Stage(u8);
        fact Item(u32);
        global seen: u64;
        rule look { when { Stage(1); Item(n); } then { *seen += u64::from(n); } }
        #[salience(-1)]
        rule rest { when { stage @ Stage(1); } then { modify stage { stage.0 = 2; } } }
        rule again { when { stage @ Stage(0); } then { modify stage { stage.0 = 1; } } }
        rule back { when { stage @ Stage(3); } then { modify stage { stage.0 = 0; } } }
        rule turn { when { stage @ Stage(2); Item(1000); } then { modify stage { stage.0 = 3; } } }
    }
    let mut session = Rounds::new(0);
    let stage = session.insert(Stage(2));
    session.insert_all((0..50).map(Item));
    let round = |session: &mut Rounds| {
        session.update(stage, |stage| stage.0 = 0).unwrap();
        session.run().count
    };
    assert_eq!((round(&mut session), round(&mut session)), (52, 52));
    let used = measure(|| assert_eq!(round(&mut session), 52));
    assert_eq!(used.count_total, 0, "{used:?}");
}

#[test]
fn inserts_into_reserved_room_move_no_facts() {
    rules! {
        ruleset Plain;
        fact Known { id: u32 }
        #[unique]
        fact Apart(u32);
        rule never { when { Known { id: 0 }; Apart(0); } then {} }
    }
    let mut session = Plain::new();
    session.reserve::<Known>(10_000);
    session.reserve::<Apart>(10_000);
    let bytes = measure(|| {
        for id in 1..=10_000 {
            session.insert(Known { id });
            session.insert(Apart(id));
        }
    });
    let reserved = session.len::<Known>() + session.len::<Apart>();
    assert_eq!(reserved, 20_000);
    // Each fact takes 24 bytes and itself; only what the network keeps of it is asked for still.
    assert!(bytes.bytes_max < 20_000 * 24, "{bytes:?}");
}

rules! {
    #[clock(u32)]
    ruleset Waits;

    #[event(at = at)]
    fact Ring { at: u32 }
    global rung: u32;

    rule ring {
        when { ring @ Ring { .. }; }
        then { *rung += 1; retract ring; }
    }
}

#[test]
fn a_clock_gives_its_memory_back_when_asked() {
    let mut waits = Waits::new(0);
    let all = measure(|| {
        waits.insert_all((1..=20_000).map(|at| Ring { at }));
        waits.advance_to(20_000).unwrap();
        waits.shrink_to_fit();
    });
    assert_eq!(waits.globals().rung, 20_000);
    // What is left are the slots of its facts: some 48 bytes each.
    assert!(all.bytes_current < 20_000 * 60, "{all:?}");
}

#[test]
fn what_is_gone_gives_its_memory_back_when_asked() {
    let mut session = Shop::new(0);
    let customers = session.insert_all((0..1000).map(|id| Customer { id, level: 1 }));
    session.insert_all((0..20_000).map(|n| Order {
        customer: n % 1000,
        total: 5 + n % 10,
        state: 0,
    }));
    session.run();
    for customer in &customers[10..] {
        session.retract(*customer).unwrap();
    }
    let orders: Vec<_> = session.handles::<Order>().collect();
    for &order in &orders[10..] {
        session.retract(order).unwrap();
    }
    let freed = measure(|| session.shrink_to_fit());
    assert!(freed.bytes_current < 0, "{freed:?}");

    // What stands is as before.
    assert_eq!(
        (session.len::<Customer>(), session.len::<Order>()),
        (10, 10)
    );
    let before = session.globals().fired;
    session.insert(Order {
        customer: 3,
        total: 60,
        state: 0,
    });
    session.run();
    assert_eq!(session.globals().fired, before + 2);
}
