//! `#[once]` and `#[on_change]`: how often a rule fires over the same facts.

use rules_runtime::rules;

rules! {
    ruleset Station;

    fact Sensor { id: u32, value: i32, noise: i32 }
    fact Alarm { id: u32, value: i32 }
    fact Greeted(u32);

    #[on_change(value / 10)]
    rule report {
        when { Sensor { id, value, noise: _ }; }
        then { insert Alarm { id, value }; }
    }

    #[once]
    rule greet {
        when { Sensor { id, value: _ }; }
        then { insert Greeted(id); }
    }
}

fn alarms(station: &Station) -> Vec<i32> {
    station.facts::<Alarm>().map(|alarm| alarm.value).collect()
}

fn sensor(value: i32) -> Sensor {
    Sensor {
        id: 1,
        value,
        noise: 0,
    }
}

#[test]
fn a_rule_that_fires_once_does_not_fire_for_a_changed_fact() {
    let mut station = Station::new();
    let handle = station.insert(sensor(10));
    station.run();
    station.update(handle, |s| s.value = 50).unwrap();
    station.run();
    assert_eq!(station.len::<Greeted>(), 1);
    station.insert(sensor(10));
    station.run();
    assert_eq!(station.len::<Greeted>(), 2);
}

#[test]
fn a_fact_inserted_after_a_retract_is_another_for_once() {
    let mut station = Station::new();
    let handle = station.insert(sensor(10));
    station.run();
    let before = station.retract(handle).unwrap();
    station.insert(before);
    station.run();
    assert_eq!(station.len::<Greeted>(), 2);
}

#[test]
fn a_watched_value_fires_where_it_differs_from_the_last_firing() {
    let mut station = Station::new();
    let handle = station.insert(sensor(10));
    station.run();
    for value in [11, 19, 20, 29, 19, 12] {
        station.update(handle, |s| s.value = value).unwrap();
        station.run();
    }
    assert_eq!(alarms(&station), [10, 20, 19]);
}

#[test]
fn a_watched_value_changed_and_changed_back_before_the_firing_does_not_fire() {
    let mut station = Station::new();
    let handle = station.insert(sensor(10));
    station.run();
    station.update(handle, |s| s.value = 30).unwrap();
    assert_eq!(station.agenda().count(), 1);
    station.update(handle, |s| s.value = 15).unwrap();
    assert_eq!(station.agenda().count(), 0);
    station.run();
    assert_eq!(alarms(&station), [10]);
}

#[test]
fn a_value_that_is_read_but_not_watched_does_not_fire() {
    let mut station = Station::new();
    let handle = station.insert(sensor(10));
    station.run();
    station.update(handle, |s| s.noise = 7).unwrap();
    station.run();
    assert_eq!(alarms(&station), [10]);
}

#[test]
fn the_elements_of_a_for_are_one_firing_of_once() {
    rules! {
        ruleset Deck;
        fact Hand { cards: Vec<u32> }
        fact Shown(u32);
        #[once]
        rule show {
            when { Hand { cards }; for card in cards.iter().copied(); }
            then { insert Shown(card); }
        }
    }
    let mut deck = Deck::new();
    let hand = deck.insert(Hand {
        cards: vec![4, 5, 6],
    });
    assert_eq!(deck.agenda().count(), 3);
    assert_eq!(deck.run().count, 1);
    deck.update(hand, |hand| hand.cards.push(9)).unwrap();
    assert_eq!(deck.run().count, 0);
    let shown: Vec<u32> = deck.facts::<Shown>().map(|shown| shown.0).collect();
    assert_eq!(shown, [4]);
}

#[test]
fn groups_are_part_of_the_same_facts_by_their_keys() {
    rules! {
        ruleset Sales;
        fact Sale { shop: u32, sum: i64 }
        fact Target { least: i64 }
        fact Reached(u32, i64);
        #[once]
        rule reach {
            when {
                Target { least };
                total = sum(sum for Sale { shop, sum }) by (shop) if total >= least;
            }
            then { insert Reached(shop, total); }
        }
    }
    let mut sales = Sales::new();
    let target = sales.insert(Target { least: 10 });
    for (shop, sum) in [(1, 4), (1, 6), (2, 12), (2, 1), (1, 5)] {
        sales.insert(Sale { shop, sum });
        sales.run();
    }
    let reached = |sales: &Sales| -> Vec<(u32, i64)> {
        sales.facts::<Reached>().map(|r| (r.0, r.1)).collect()
    };
    assert_eq!(reached(&sales), [(1, 10), (2, 12)]);
    // The members by which a key was known may go.
    let first = sales.handles::<Sale>().next().unwrap();
    sales.retract(first).unwrap();
    assert_eq!(sales.run().count, 0);
    // Changed, it is the same target still.
    sales.update(target, |target| target.least = 11).unwrap();
    assert_eq!(sales.run().count, 0);
}

#[test]
fn on_change_of_an_accumulate_compares_with_the_last_firing() {
    rules! {
        ruleset Room;
        fact Guest { name: String }
        fact House { open: bool }
        fact Told(usize);
        #[on_change(n.min(2))]
        rule tell {
            when { House { open: true }; n = count(Guest); }
            then { insert Told(n); }
        }
    }
    let mut room = Room::new();
    room.insert(House { open: true });
    room.run();
    let mut guests = Vec::new();
    for name in ["Ann", "Bob", "Cid"] {
        guests.push(room.insert(Guest { name: name.into() }));
        room.run();
    }
    room.retract(guests[0]).unwrap();
    room.run();
    room.retract(guests[1]).unwrap();
    room.run();
    let told: Vec<usize> = room.facts::<Told>().map(|told| told.0).collect();
    assert_eq!(told, [0, 1, 2, 1]);
}

rules! {
    ruleset Market;
    fact Stall { size: u32, fee: u32 }
    fact Fruit { kind: &'static str }

    /// Sees the same stall and kind of fruit in both branches.
    #[once]
    rule visit {
        when {
            stall @ Stall { size };
            either { if size > 1; } or { if size > 2; }
            n = count(Fruit { kind }) by (kind);
        }
        then { insert Visited(stall.size, kind, n); }
    }

    /// Its own firing leads it from one branch to the other.
    #[no_loop]
    rule charge {
        when {
            stall @ Stall { fee };
            either { if fee == 0; } or { if fee == 1; }
            n = count(Fruit { kind }) by (kind) if n > 1;
        }
        then { modify stall { stall.fee = fee + 1; } }
    }

    /// With a kind of fruit in one branch, without one in the others.
    #[once]
    rule count {
        when {
            Stall;
            either { n = count(Fruit); }
            or { n = count(Fruit { kind }) by (kind); }
            or { n = count(Fruit) if n > 0; }
        }
        then { insert Counted(n); }
    }

    fact Visited(u32, &'static str, usize);
    fact Counted(usize);
}

/// A market with these kinds of fruit and one stall, at rest.
fn market(fruits: [&'static str; 2], stall: Stall) -> Market {
    let mut market = Market::new();
    market.insert_all(fruits.map(|kind| Fruit { kind }));
    market.insert(stall);
    market.run();
    market
}

#[test]
fn groups_are_known_by_their_keys_in_every_branch() {
    let market = market(["apple", "pear"], Stall { size: 3, fee: 5 });
    let visited = market.facts::<Visited>().map(|v| (v.0, v.1, v.2));
    assert_eq!(
        visited.collect::<Vec<_>>(),
        [(3, "pear", 1), (3, "apple", 1)]
    );
}

#[test]
fn a_match_with_a_group_is_over_other_facts_than_one_without() {
    let market = market(["apple", "pear"], Stall { size: 0, fee: 5 });
    let counted = market.facts::<Counted>().map(|counted| counted.0);
    assert_eq!(counted.collect::<Vec<_>>(), [2, 1, 1]);
}

#[test]
fn a_loop_from_one_branch_to_another_over_one_group_is_barred() {
    let market = market(["apple", "apple"], Stall { size: 1, fee: 0 });
    assert_eq!(market.facts::<Stall>().next().unwrap().fee, 1);
}

rules! {
    ruleset Gauge;

    #[key()]
    fact Level(i32);

    #[on_change(level)]
    rule show {
        when { Level(level); }
        then {}
    }
}

#[test]
fn an_insert_over_a_key_is_a_change_that_on_change_compares() {
    let mut gauge = Gauge::new();
    gauge.insert(Level(1));
    assert_eq!(gauge.run().count, 1);
    gauge.insert(Level(0));
    gauge.insert(Level(1));
    assert_eq!(gauge.run().count, 0);
    gauge.insert(Level(0));
    assert_eq!(gauge.run().count, 1);
}

/// What is skipped counts as fired.
mod skipped {
    use rules_runtime::rules;

    rules! {
        ruleset Readings;

        fact Reading { sensor: u8, value: u8 }
        fact Tags { sensor: u8, all: Vec<u8> }
        global log: Vec<(&'static str, u8)>;

        #[once]
        #[salience(2)]
        rule first {
            when { Reading { value }; }
            then { log.push(("first", value)); }
        }
        #[on_change(value)]
        #[salience(1)]
        rule told {
            when { Reading { value }; }
            then { log.push(("told", value)); }
        }
        #[once]
        rule tagged {
            when { Tags { all }; for tag in all.iter(); }
            then { log.push(("tagged", *tag)); }
        }
    }

    #[test]
    fn a_skip_is_remembered_as_a_firing() {
        let mut readings = Readings::new(vec![]);
        let reading = readings.insert(Reading {
            sensor: 1,
            value: 1,
        });
        assert!(readings.skip() && readings.skip());
        // The same for both rules, and then another value.
        readings.update(reading, |it| it.sensor = 2).unwrap();
        readings
            .replace(
                reading,
                Reading {
                    sensor: 2,
                    value: 1,
                },
            )
            .unwrap();
        assert_eq!(readings.run().count, 0);
        readings.update(reading, |it| it.value = 2).unwrap();
        readings.run();
        assert_eq!(readings.globals().log, [("told", 2)]);
    }

    #[test]
    fn a_skip_bars_what_the_firing_would() {
        let mut readings = Readings::new(vec![]);
        readings.insert(Tags {
            sensor: 1,
            all: vec![1, 2, 3],
        });
        assert_eq!(readings.agenda().count(), 3);
        assert!(readings.skip());
        assert_eq!(readings.run().count, 0);
    }
}
